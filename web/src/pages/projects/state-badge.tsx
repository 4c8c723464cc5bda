import type { ReactNode } from 'react'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import { useNow } from '../../components/time.tsx'
import { useFirstText } from '../../text/text.tsx'
import { dayOf } from '../../text/zone.ts'
import { stateOf } from './state.ts'

export function StateBadge({ project }: { readonly project: WireProject }): ReactNode {
  const { text, format } = useFirstText()
  const state = stateOf(project, dayOf(useNow()))
  const word = {
    'not-started': text.state.notStarted(format.day(project.start_date)),
    ended: text.state.ended,
    manual: text.state.manual,
    listening: text.state.listening,
    paused: text.state.paused,
  }[state]
  return <span className={`badge ${state}`}>{word}</span>
}

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WireImportReport } from '../../../../src/api/wire/import.ts'
import {
  type ImportChoices,
  type ImportProgress,
  importFile,
  NO_PROGRESS,
  type Preview,
  usePreview,
} from '../../api/import.ts'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import type { Text } from '../../text/id.ts'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { FirstRows } from './first-rows.tsx'
import { Mapping } from './mapping.tsx'
import { Progress, Report } from './report.tsx'
import type { ImportRow } from './report-file.ts'

interface ChosenFileProps {
  readonly projectId: string
  readonly file: File
  readonly onOther: () => void
}

type State =
  | { readonly step: 'choosing'; readonly failure: string | null }
  | { readonly step: 'running'; readonly progress: ImportProgress }
  | { readonly step: 'done'; readonly report: WireImportReport; readonly rows: readonly ImportRow[] }

export function ChosenFile({ projectId, file, onOther }: ChosenFileProps): ReactNode {
  const [choices, setChoices] = useState<ImportChoices>({ columns: {} })
  const { state, start, stop } = useImport(projectId, file, choices)
  if (state.step === 'done') {
    return <Report projectId={projectId} report={state.report} rows={state.rows} onOther={onOther} />
  }
  if (state.step === 'running') {
    return (
      <Panel title={file.name} className="import-panel">
        <Progress progress={state.progress} onStop={stop} />
      </Panel>
    )
  }
  return (
    <Choosing
      projectId={projectId}
      file={file}
      onOther={onOther}
      choices={choices}
      onChange={setChoices}
      failure={state.failure}
      onStart={start}
    />
  )
}

function useImport(projectId: string, file: File, choices: ImportChoices) {
  const { text } = useText()
  const client = useQueryClient()
  const [state, setState] = useState<State>({ step: 'choosing', failure: null })
  const stopper = useRef<AbortController | null>(null)
  // Leaving the page stops the import, so that nothing goes on unseen.
  useEffect(() => () => stopper.current?.abort(), [])
  const run = async (): Promise<void> => {
    const rows: ImportRow[] = []
    stopper.current = new AbortController()
    setState({ step: 'running', progress: NO_PROGRESS })
    try {
      const report = await importFile(projectId, {
        file,
        choices,
        signal: stopper.current.signal,
        onProgress: (progress) => setState({ step: 'running', progress }),
        onRow: (row) => rows.push(row),
      })
      setState({ step: 'done', report, rows })
    } catch (failure) {
      const stopped = failure instanceof DOMException && failure.name === 'AbortError'
      setState({ step: 'choosing', failure: stopped ? text.import.stopped : describeError(failure as Error, text) })
    }
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import-preview' })
  }
  return { state, start: () => void run(), stop: () => stopper.current?.abort() }
}

interface ChoosingProps extends ChosenFileProps {
  readonly choices: ImportChoices
  readonly onChange: (choices: ImportChoices) => void
  readonly failure: string | null
  readonly onStart: () => void
}

function Choosing(props: ChoosingProps): ReactNode {
  const { text } = useText()
  const { projectId, file, choices } = props
  const { data: preview, error, refetch } = usePreview(projectId, file, choices)
  // What has to be chosen stands above the rows, and stays there while it is chosen.
  const [isUnclear, setUnclear] = useState<boolean | null>(null)
  if (preview !== undefined && isUnclear === null) setUnclear(needsOf(preview, text).length > 0)
  const mapping = preview !== undefined && <Mapping preview={preview} choices={choices} onChange={props.onChange} />
  const help =
    preview === undefined
      ? undefined
      : preview.isPart
        ? text.import.rowsAtLeast(preview.rows_total)
        : text.import.rows(preview.rows_total)
  return (
    <>
      <Panel title={file.name} help={help} className="import-panel">
        {props.failure !== null && <Note tone="bad">{props.failure}</Note>}
        {preview === undefined && error === null && <Skeleton lines={4} />}
        {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {preview !== undefined && error === null && <Decision preview={preview} />}
        <div className="import-actions">
          <button
            type="button"
            className="button primary"
            disabled={preview === undefined || error !== null || needsOf(preview, text).length > 0}
            onClick={props.onStart}
          >
            {text.import.start}
          </button>
          <button type="button" className="button quiet" onClick={props.onOther}>
            {text.import.other}
          </button>
        </div>
      </Panel>
      {preview !== undefined && (
        <>
          {isUnclear === true && mapping}
          <FirstRows rows={preview.rows} />
          {isUnclear === false && mapping}
        </>
      )}
    </>
  )
}

function Decision({ preview }: { readonly preview: Preview }): ReactNode {
  const { text } = useText()
  const name = preview.format.id === 'plain' ? text.import.plain : preview.format.name
  return (
    <>
      <p>
        {text.import.format}: <strong>{name}</strong> · {preview.container.toUpperCase()}
      </p>
      {needsOf(preview, text).map((need) => (
        <Note key={need} tone="warn">
          {need}
        </Note>
      ))}
    </>
  )
}

// What the user has to decide before the file can be imported. The order of dates may still follow from the rest of a large file.
function needsOf({ mapping, dates, rows_total, isPart }: Preview, text: Text): string[] {
  const has = (name: string) => mapping.some(({ field }) => field === name)
  if (rows_total === 0) return [text.import.noRows]
  return [
    ...(has('text') || has('title') ? [] : [text.import.needText]),
    ...(has('published_at') ? [] : [text.import.needDate]),
    ...(dates === null && !isPart ? [text.import.needOrder] : []),
  ]
}

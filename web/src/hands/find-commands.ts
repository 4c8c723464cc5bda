import type { Command } from './commands.ts'

const SHOWN_MAX = 40
// Without a word typed: a long list of projects or views must not push everything else out of sight.
const MANY: readonly Command['group'][] = ['projects', 'views']
const AT_START_MAX = 6

// The commands that contain every typed word, in their label or detail. Those whose label begins with the typed text are first in
// their group.
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const first = MANY.flatMap((many) => commands.filter(({ group }) => group === many).slice(0, AT_START_MAX))
    return commands.filter((command) => !MANY.includes(command.group) || first.includes(command)).slice(0, SHOWN_MAX)
  }
  const found = commands.filter(({ label, detail = '' }) => {
    const text = fold(`${label} ${detail}`)
    return words.every((word) => text.includes(word))
  })
  const start = words.join(' ')
  const isFirst = ({ label }: Command): boolean => fold(label).startsWith(start)
  const groups = [...new Set(found.map(({ group }) => group))]
  return groups
    .flatMap((group) => {
      const members = found.filter((command) => command.group === group)
      return [...members.filter(isFirst), ...members.filter((command) => !isFirst(command))]
    })
    .slice(0, SHOWN_MAX)
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

import { type Command, type CommandEntry, defineCommand, defineGroup } from './command.ts'

type Table = Readonly<Record<string, CommandEntry>>
interface Words {
  // What was typed before, such as `user add`; empty at the beginning.
  readonly after: string
  readonly options: readonly string[]
  readonly subcommands: readonly string[]
}

export function completionCommand(table: Table): Command {
  const shell = (name: string, how: string, write: (words: readonly Words[]) => string) =>
    defineCommand({
      usage: `pantau completion ${name}

Prints the completion script of ${name}: commands, subcommands and options; file names everywhere else.

  ${how}`,
      options: {},
      arguments: [],
      async run() {
        process.stdout.write(write(await listWords(table)))
        return 0
      },
    })
  return defineGroup(
    `pantau completion <bash|zsh|fish>

Prints a script that completes commands, subcommands and options of pantau in a shell.

  source <(pantau completion bash)`,
    {
      bash: shell('bash', "echo 'source <(pantau completion bash)' >> ~/.bashrc", writeBash),
      zsh: shell('zsh', "echo 'source <(pantau completion zsh)' >> ~/.zshrc", writeZsh),
      fish: shell('fish', 'pantau completion fish > ~/.config/fish/completions/pantau.fish', writeFish),
    },
  )
}

async function listWords(table: Table): Promise<Words[]> {
  const words: Words[] = [{ after: '', options: ['--help', '--version'], subcommands: Object.keys(table) }]
  const add = (after: string, { options, subcommands }: Command) => {
    words.push({ after, options, subcommands: Object.keys(subcommands) })
    for (const [name, command] of Object.entries(subcommands)) add(`${after} ${name}`, command)
  }
  for (const [name, { load }] of Object.entries(table)) add(name, await load())
  return words
}

// The commands typed so far are the leading words that have an entry; what may follow is chosen by them.
function writeCases(words: readonly Words[]): string {
  return words
    .map(({ after, options, subcommands }) => `    '${after}') words='${[...subcommands, ...options].join(' ')}' ;;`)
    .join('\n')
}

function writeBash(words: readonly Words[]): string {
  return `_pantau() {
  local current="\${COMP_WORDS[COMP_CWORD]}" typed='' words='' candidate i
  for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
    candidate="\${typed:+$typed }\${COMP_WORDS[i]}"
    case "$candidate" in
      ${words.flatMap(({ after }) => (after === '' ? [] : [`'${after}'`])).join('|')}) typed="$candidate" ;;
      *) break ;;
    esac
  done
  case "$typed" in
${writeCases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pantau pantau
`
}

// zsh runs the function of bash.
function writeZsh(words: readonly Words[]): string {
  return `(( $+functions[compdef] )) || { autoload -U +X compinit && compinit }
autoload -U +X bashcompinit && bashcompinit
${writeBash(words)}`
}

function writeFish(words: readonly Words[]): string {
  const lines = words.flatMap(({ after, options, subcommands }) => {
    const condition = after === '' ? '__fish_use_subcommand' : `__pantau_typed ${after}`
    return [...subcommands, ...options].map((word) => {
      const given = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c pantau -n '${condition}' ${given}`
    })
  })
  return `function __pantau_typed
  set -l typed (commandline -opc)
  test (count $typed) -gt (count $argv); and test "$typed[2..(math 1 + (count $argv))]" = "$argv"
end
${lines.join('\n')}
`
}

import { readdirSync, readFileSync } from 'node:fs'

// A process and all that it and its children started.
export function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent)
  const below = (parent: number): number[] => [
    parent,
    ...(children.get(parent) ?? []).flatMap((child) => below(child.pid)),
  ]
  return below(pid)
}

// Read once for a whole tree: it is checked again and again, beside many processes of other tests.
function listProcesses(): { readonly pid: number; readonly parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    } catch {
      return []
    }
  })
}

// A zombie has ended, and only waits for a parent to take note.
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

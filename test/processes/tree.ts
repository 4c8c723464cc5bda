import { readdirSync, readFileSync } from 'node:fs'

// A process and all that it and its children started.
export function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return /^\d+$/.test(name) && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
    } catch {
      return false
    }
  })
  return [pid, ...children.flatMap((child) => descendantsOf(Number(child)))]
}

// A zombie has ended, and only waits for a parent to take note.
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

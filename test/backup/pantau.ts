import { execFile } from 'node:child_process'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

export interface Ended {
  readonly status: number
  readonly printed: string
}

// Runs one command in a process of its own.
export function pantau(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({
        status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        printed: stdout + stderr,
      })
    })
  })
}

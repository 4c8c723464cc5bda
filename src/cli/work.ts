import { runService } from './start.ts'

// `pantau work`: workers and the schedule only.
export async function workCommand(): Promise<number> {
  return runService({ serve: false, work: true })
}

import { runService } from './start.ts'

// `pantau serve`: the API and the dashboard only.
export async function serveCommand(): Promise<number> {
  return runService({ serve: true, work: false })
}

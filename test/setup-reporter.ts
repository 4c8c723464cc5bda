import type { TestEvent } from 'node:test/reporters'

/** Reports one line at the end of everything, for the last line of `npm test`. */
export default async function* countTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // Every file has a summary too; the one without a file is that of the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue
    const { tests, passed, skipped, todo } = event.data.counts
    yield `${passed} passed, ${tests - passed - skipped - todo} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
  }
}

import type { TestEvent } from 'node:test/reporters'

/** Writes one line after all tests: the last line of `npm test`. */
export default async function* countTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // Each file has a summary too; the one without a file belongs to the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue
    const { tests, passed, skipped, todo } = event.data.counts
    yield `${passed} passed, ${tests - passed - skipped - todo} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
  }
}

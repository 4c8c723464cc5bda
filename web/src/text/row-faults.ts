import { type Described, describeWith, type Patterns } from './coded.ts'

// Why a row of an imported file cannot be read, as the server writes it in English.
const PATTERNS = [
  ['noId', /^The post has no usable id/],
  ['noText', /^There is no text/],
  ['noPlatform', /^There is no platform/],
  ['noDate', /^There is no date/],
  // 1: what the row has.
  ['platform', /^"(.*)" is not a platform/s],
  ['address', /^The url "(.*)" is not an http/s],
  ['date', /^"(.*)" is not a date/s],
  // 1: what the row has, 2: the field.
  ['count', /^"(.*)" is not a number of (likes|comments|shares|views)/s],
  ['tooLong', /^The (?:line|object) is longer than/],
  ['notJson', /^The (?:line|value) is not (?:valid JSON|an object)/],
  ['cut', /^The file ends within a value/],
  ['broken', /^The file cannot be read beyond this row/],
] as const satisfies Patterns

export type RowFaults = Described<(typeof PATTERNS)[number][0] | 'other'>

export function describeRowsWith(faults: RowFaults): (message: string) => string {
  const describe = describeWith(PATTERNS, faults)
  return (message) => describe(message) ?? faults.other()
}

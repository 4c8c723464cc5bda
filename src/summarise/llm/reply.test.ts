import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMention, FACTS } from '../material.fixture.ts'
import { verify } from '../verify.ts'
import { readReply } from './reply.ts'

const IDS = ['a', 'b', 'c']
const GOOD = '{"sentences":[{"text":"Satu.","mentions":[1,3]},{"text":"Dua.","mentions":["2"]}]}'
const READ = [
  { text: 'Satu.', evidence: ['a', 'c'] },
  { text: 'Dua.', evidence: ['b'] },
]

const READABLE: Record<string, string> = {
  'plain JSON': GOOD,
  'a code fence': `\`\`\`json\n${GOOD}\n\`\`\``,
  'surrounding prose': `Baik, ini hasilnya: ${GOOD} Semoga {membantu}`.replace('{membantu}', 'membantu'),
  'a bare list': '[{"text":"Satu.","mentions":[1,3]},{"text":"Dua.","mentions":["2"]}]',
  'a truncated reply': `${GOOD.slice(0, -2)},{"text":"Tig`,
}
for (const [name, content] of Object.entries(READABLE)) {
  test(`a reply is parsed from ${name}`, () => assert.deepEqual(readReply(content, IDS), READ))
}

test('numbers of unknown mentions give no evidence', () => {
  const content = '{"sentences":[{"text":"X","mentions":[0,4,-1,1.5,"x","",null,{"a":1},[2]]}]}'
  assert.deepEqual(readReply(content, IDS), [{ text: 'X', evidence: [] }])
})

for (const content of [
  '',
  'Maaf.',
  'null',
  '{}',
  '{"sentences":{}}',
  '{"sentences":[1,null,{"text":7}]}',
  '{'.repeat(9_999),
]) {
  test(`a reply without sentences gives null: ${JSON.stringify(content.slice(0, 40))}`, () =>
    assert.equal(readReply(content, IDS), null))
}

test('the numbers of sentences and of mentions are limited', () => {
  const sentences = Array.from({ length: 1_000 }, () => ({ text: 'X', mentions: Array(500).fill(1) }))
  const drafts = readReply(JSON.stringify({ sentences }), IDS)
  assert.equal(drafts?.length, 30)
  assert.equal(drafts?.[0]?.evidence.length, 20)
})

test('half of a character in a reply does not reach the summary', () => {
  const drafts =
    readReply('{"sentences":[{"text":"Beras \\ud83d mahal \\u0000 sekali.","mentions":[1]}]}', ['a1']) ?? []
  const { kept, dropped } = verify(drafts, FACTS, [aMention('a1', 'Beras mahal sekali, kata warga62.')])
  assert.equal(kept.length + dropped.length, 1)
  for (const { text } of [...kept, ...dropped]) assert.ok(text.isWellFormed() && !text.includes('\0'), text)
})

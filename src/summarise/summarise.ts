import { extract } from './extract.ts'
import { baseFacts, factsBehind, withoutRepeats } from './facts.ts'
import { looksLikeInstruction } from './instruction.ts'
import type { Draft, Material, Sentence, Summary } from './material.ts'
import { type Verified, verify } from './verify.ts'

// A language model that writes better prose than the built-in summariser. Its output is not trusted.
export interface Writer {
  readonly model: string
  write(material: Material, signal: AbortSignal): Promise<readonly Draft[]>
}

// A model's text is used when at least this many of its sentences are kept.
const SENTENCES_MIN = 2

// Writes a summary from a bounded sample (sample.ts). With a writer, the sentences that pass the evidence rule are used; when the
// writer fails or too few are left, the built-in summariser is used instead and `fallback` gives the reason. Throws only when the
// signal was aborted.
export async function summarise(offered: Material, writer: Writer | null, signal: AbortSignal): Promise<Summary> {
  signal.throwIfAborted()
  const mentions = offered.mentions.filter(({ text }) => !looksLikeInstruction(text))
  const material: Material = { ...offered, mentions }
  // When every mention looks like an instruction, the built-in summariser may still quote them.
  if (mentions.length === 0) return extractive(offered, null, [])
  if (writer === null) return extractive(material, null, [])
  let drafts: readonly Draft[]
  try {
    drafts = await writer.write(material, signal)
  } catch (error) {
    signal.throwIfAborted()
    return extractive(material, error instanceof Error ? error.message : String(error), [])
  }
  const verified = verify(drafts, material.facts, mentions)
  if (verified.kept.length < Math.min(SENTENCES_MIN, mentions.length)) {
    return extractive(
      material,
      `The model's text did not pass the evidence rule (${reasons(verified)}).`,
      verified.dropped,
    )
  }
  return assemble(verified, material, { engine: writer.model, fallback: null })
}

function extractive(material: Material, fallback: string | null, before: Verified['dropped']): Summary {
  const verified = verify(extract(material), material.facts, material.mentions)
  return assemble({ ...verified, dropped: [...before, ...verified.dropped] }, material, {
    engine: 'extractive',
    fallback,
  })
}

function assemble(
  { kept, dropped }: Verified,
  { facts, mentions }: Material,
  origin: Pick<Summary, 'engine' | 'fallback'>,
): Summary {
  let text = ''
  const sentences: Sentence[] = []
  const stated = baseFacts(facts)
  for (const draft of kept) {
    text += text === '' ? draft.text : `${draft.startsParagraph === true ? '\n\n' : ' '}${draft.text}`
    sentences.push({ text: draft.text, evidence: draft.evidence })
    const cited = mentions.filter(({ id }) => draft.evidence.includes(id))
    stated.push(...(draft.facts ?? factsBehind(draft.text, facts, cited)))
  }
  return {
    text,
    sentences,
    facts: mentions.length === 0 ? [] : withoutRepeats(stated),
    dropped: dropped.length,
    dropReasons: dropped.map(({ reason }) => reason),
    ...origin,
  }
}

function reasons({ kept, dropped }: Verified): string {
  if (dropped.length === 0) return `${kept.length} sentences`
  const groups = Map.groupBy(dropped, ({ reason }) => reason)
  return Array.from(groups, ([reason, list]) => `${reason}: ${list.length}`).join(', ')
}

import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { newTokens, normalise, type Tokens, tokenise } from '../src/text/tokens.ts'

// The concatenated features of many texts: those of text `i` are from `offsets[i]` to `offsets[i + 1]`.
export interface Corpus {
  readonly hashes: Uint32Array
  readonly offsets: Uint32Array
}

export function sentimentCorpus(texts: readonly string[]): Corpus {
  const features = newFeatures()
  return corpusOf(texts, (tokens) => {
    extractFeatures(tokens, features)
    return features.list.subarray(0, features.count)
  })
}

export function corpusOf(texts: readonly string[], featuresOf: (tokens: Tokens) => Uint32Array | Int32Array): Corpus {
  const tokens = newTokens()
  const offsets = new Uint32Array(texts.length + 1)
  let hashes = new Uint32Array(1024 + texts.length * 400)
  let length = 0
  texts.forEach((text, index) => {
    tokenise(normalise(text), tokens)
    const found = featuresOf(tokens)
    if (length + found.length > hashes.length) {
      const larger = new Uint32Array(Math.ceil((length + found.length) * 1.4))
      larger.set(hashes)
      hashes = larger
    }
    hashes.set(found, length)
    length += found.length
    offsets[index + 1] = length
  })
  return { hashes: hashes.subarray(0, length), offsets }
}

// Metadata of each data set. A set that is not listed is rejected: its licence and its classes must be known first.
export interface DataSet {
  readonly name: string
  readonly description: string
  readonly licence: string
  // Whether the licence lets anyone use derived works: CC BY-SA, Apache or MIT.
  readonly clean: boolean
  // Has no neutral class: its texts carry no information about neutrality, so the neutral logit is masked for them.
  readonly binary: boolean
  // The labels are not human judgements of sentiment.
  readonly weak: boolean
}

const GOLD = { binary: false, weak: false }
const CC = { licence: 'CC BY-SA 4.0', clean: true }
const MIT = { licence: 'MIT', clean: true }
const NONE = { licence: 'none stated', clean: false }

export const SETS: readonly DataSet[] = [
  { name: 'smsa', description: 'SmSA (IndoNLU): Indonesian reviews, complaints, news', ...CC, ...GOLD },
  { name: 'nusax', description: 'NusaX-senti: twelve languages in parallel', ...CC, ...GOLD },
  { name: 'nusatrans', description: 'NusaTranslation: tweets in regional languages', ...CC, binary: true, weak: false },
  { name: 'indolem', description: 'IndoLEM: Indonesian tweets and hotel reviews', ...CC, binary: true, weak: false },
  { name: 'idsa', description: 'IDSA: slangy Indonesian tweets, noisy', ...NONE, ...GOLD },
  { name: 'indonglish', description: 'Indonglish: Indonesian-English code-mixed tweets', ...NONE, ...GOLD },
  { name: 'ije', description: 'IJE: Indonesian-Javanese-English code-mixed tweets', ...NONE, ...GOLD },
  { name: 'semeval', description: 'SemEval: English tweets', licence: 'task terms', clean: false, ...GOLD },
  { name: 'vader_tweets', description: 'VADER: English tweets', ...MIT, ...GOLD },
  { name: 'vader_nyt', description: 'VADER: sentences of English editorials', ...MIT, ...GOLD },
  { name: 'vader_amazon', description: 'VADER: sentences of English product reviews', ...MIT, ...GOLD },
  {
    name: 'mbg_teacher',
    description: 'Indonesian tweets of 2025 labelled by another model',
    ...NONE,
    binary: false,
    weak: true,
  },
  { name: 'emot', description: 'EmoT (IndoNLU): emotions mapped to polarity', ...CC, binary: true, weak: true },
  { name: 'su_emot', description: 'Sundanese emotions mapped to polarity', ...NONE, binary: true, weak: true },
  {
    name: 'nusatrans_emot',
    description: 'NusaTranslation emotions mapped to polarity',
    licence: 'Apache-2.0 or CC BY-SA 4.0',
    clean: true,
    binary: true,
    weak: true,
  },
  {
    name: 'nusapar_emot',
    description: 'NusaParagraph emotions mapped to polarity',
    licence: 'Apache-2.0 or CC BY-SA 4.0',
    clean: true,
    binary: true,
    weak: true,
  },
  {
    name: 'casa',
    description: 'CASA (IndoNLU): aspects of car reviews mapped to polarity',
    ...CC,
    binary: true,
    weak: true,
  },
  {
    name: 'hoasa',
    description: 'HoASA (IndoNLU): aspects of hotel reviews mapped to polarity',
    ...CC,
    binary: true,
    weak: true,
  },
]

export function setNamed(name: string): DataSet {
  const set = SETS.find((candidate) => candidate.name === name)
  if (set === undefined) throw new Error(`No data set is called "${name}": add it to train/sets.ts with its licence.`)
  return set
}

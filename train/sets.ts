// What is known of each data set. A set that is not listed is refused: its licence and its classes must be known first.
export interface DataSet {
  readonly name: string
  readonly what: string
  readonly licence: string
  // Whether the licence lets anyone use what is made from it: CC BY-SA, Apache or MIT.
  readonly clean: boolean
  // Has no neutral class: such a text says nothing about neutrality, and the neutral logit is masked for it.
  readonly binary: boolean
  // Labels made from something else than a person's judgement of sentiment.
  readonly weak: boolean
}

const GOLD = { binary: false, weak: false }
const CC = { licence: 'CC BY-SA 4.0', clean: true }
const MIT = { licence: 'MIT', clean: true }
const NONE = { licence: 'none stated', clean: false }

export const SETS: readonly DataSet[] = [
  { name: 'smsa', what: 'SmSA (IndoNLU): Indonesian reviews, complaints, news', ...CC, ...GOLD },
  { name: 'nusax', what: 'NusaX-senti: twelve languages in parallel', ...CC, ...GOLD },
  { name: 'nusatrans', what: 'NusaTranslation: tweets in regional languages', ...CC, binary: true, weak: false },
  { name: 'indolem', what: 'IndoLEM: Indonesian tweets and hotel reviews', ...CC, binary: true, weak: false },
  { name: 'idsa', what: 'IDSA: slangy Indonesian tweets, noisy', ...NONE, ...GOLD },
  { name: 'indonglish', what: 'Indonglish: Indonesian-English code-mixed tweets', ...NONE, ...GOLD },
  { name: 'ije', what: 'IJE: Indonesian-Javanese-English code-mixed tweets', ...NONE, ...GOLD },
  { name: 'semeval', what: 'SemEval: English tweets', licence: 'task terms', clean: false, ...GOLD },
  { name: 'vader_tweets', what: 'VADER: English tweets', ...MIT, ...GOLD },
  { name: 'vader_nyt', what: 'VADER: sentences of English editorials', ...MIT, ...GOLD },
  { name: 'vader_amazon', what: 'VADER: sentences of English product reviews', ...MIT, ...GOLD },
  {
    name: 'mbg_teacher',
    what: 'Indonesian tweets of 2025 labelled by another model',
    ...NONE,
    binary: false,
    weak: true,
  },
  { name: 'emot', what: 'EmoT (IndoNLU): emotions mapped to polarity', ...CC, binary: true, weak: true },
  { name: 'su_emot', what: 'Sundanese emotions mapped to polarity', ...NONE, binary: true, weak: true },
  {
    name: 'nusatrans_emot',
    what: 'NusaTranslation emotions mapped to polarity',
    licence: 'Apache-2.0 or CC BY-SA 4.0',
    clean: true,
    binary: true,
    weak: true,
  },
  {
    name: 'nusapar_emot',
    what: 'NusaParagraph emotions mapped to polarity',
    licence: 'Apache-2.0 or CC BY-SA 4.0',
    clean: true,
    binary: true,
    weak: true,
  },
  { name: 'casa', what: 'CASA (IndoNLU): aspects of car reviews mapped to polarity', ...CC, binary: true, weak: true },
  {
    name: 'hoasa',
    what: 'HoASA (IndoNLU): aspects of hotel reviews mapped to polarity',
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

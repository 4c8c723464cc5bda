import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import AhoCorasick from 'modern-ahocorasick'
import { createMatcher } from '../src/match/matcher.ts'
import { readWords } from '../src/text/words.ts'
import { createData, type Project } from './match-data.ts'

// Posts a second against 10, 1,000 and 100,000 projects: our matcher compared with the obvious loop over all projects, a regular
// expression per project, and an Aho-Corasick package with the same bookkeeping on top. All return the same results, which is
// checked; all read the same posts, the slow ones fewer of them.
export async function run(): Promise<void> {
  console.log(
    `Node ${process.version}, ${process.arch}. Processor time a post of 200 characters: median of ${ROUNDS} rounds.\n`,
  )
  const { projects, posts } = createData({ projects: 100_000, posts: 4_000 })
  for (const count of [10, 1_000, 100_000]) compare(projects.slice(0, count), posts)
  reportAddAndRemove(projects, posts)
}

const ROUNDS = 5
const ROUND_MS = 350

type Find = (text: string) => string[]

const ALTERNATIVES: Record<string, (projects: readonly Project[]) => Find> = {
  'pantau matcher': openOurs,
  'modern-ahocorasick': openAhoCorasick,
  'loop with indexOf': openLoop,
  'RegExp a project': openRegExps,
}

function compare(projects: readonly Project[], posts: readonly string[]): void {
  const opened = Object.entries(ALTERNATIVES).map(([name, open]) => ({
    name,
    find: open(projects),
    rounds: [] as number[],
  }))
  checkAgreement(opened, posts.slice(0, 2))
  for (let round = 0; round < ROUNDS; round++)
    for (const one of opened) one.rounds.push(measure(one.find, posts, round))
  const [ours = Number.NaN, ...others] = opened.map(({ rounds }) => median(rounds))
  const matched = posts.slice(0, 500).reduce((sum, post) => sum + (opened[0]?.find(post).length ?? 0), 0) / 500
  console.log(`${format(projects.length)} projects; a post belongs to ${format(matched)} of them`)
  const rows = [ours, ...others].map((micros, index) => {
    const row = {
      'us a post': format(micros),
      'posts a second': format(1e6 / micros),
      'times ours': format(micros / ours),
    }
    return [opened[index]?.name, row]
  })
  console.table(Object.fromEntries(rows))
}

function checkAgreement(opened: readonly { name: string; find: Find }[], posts: readonly string[]): void {
  for (const post of posts) {
    const [first, ...others] = opened.map(({ find }) => find(post).toSorted().join())
    others.forEach((result, index) => {
      if (result !== first) throw new Error(`${opened[index + 1]?.name} disagrees on: ${post}`)
    })
  }
}

// Microseconds a post, over as many posts as fit into a round and different ones in each round. Measured in processor time, so that
// other load on the machine matters as little as possible.
function measure(find: Find, posts: readonly string[], round: number): number {
  const wanted = Math.floor((ROUND_MS * 1_000) / timeEach(posts.slice(round, round + 1), find))
  const start = (round * 797) % posts.length
  const sample = [...posts.slice(start), ...posts.slice(0, start)].slice(0, Math.max(1, wanted))
  return timeEach(sample, find)
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function openOurs(projects: readonly Project[]): Find {
  const matcher = createMatcher()
  for (const project of projects) matcher.add(project.id, project.keyword, project.exclusions)
  return (text) => matcher.match(text)
}

// The text is folded once for all projects: the loop has every advantage except an index.
function openLoop(projects: readonly Project[]): Find {
  return (text) => {
    const line = lineOf(text)
    const has = (term: string) =>
      hasWord(line, term) || (term.includes(' ') && hasWord(line, `#${term.replaceAll(' ', '')}`))
    return projects
      .filter(
        ({ keyword, exclusions }) => keyword.alternatives.some((terms) => terms.every(has)) && !exclusions.some(has),
      )
      .map(({ id }) => id)
  }
}

function lineOf(text: string): string {
  const { keys, readings } = readWords(text)
  const signs = [...(readings?.values() ?? [])].flat().map(({ key }) => key)
  return ` ${keys.join(' ')} ${signs.join(' ')} `
}

function hasWord(line: string, term: string): boolean {
  for (let at = line.indexOf(term); at >= 0; at = line.indexOf(term, at + 1)) {
    if (line.charAt(at - 1) === ' ' && line.charAt(at + term.length) === ' ') return true
  }
  return false
}

// On folded text too. On raw text, `\p{L}` for word boundaries takes the engine ten milliseconds a project to compile.
function openRegExps(projects: readonly Project[]): Find {
  const compiled = projects.map((project) => ({ id: project.id, expression: expressionOf(project) }))
  return (text) => {
    const line = lineOf(text)
    return compiled.filter(({ expression }) => expression.test(line)).map(({ id }) => id)
  }
}

function expressionOf({ keyword, exclusions }: Project): RegExp {
  const term = (text: string) => `.* (?:${[text, ...hashtagOf(text)].join('|')}) `
  const alternatives = keyword.alternatives.map((terms) => terms.map((text) => `(?=${term(text)})`).join(''))
  return new RegExp(`^${exclusions.map((text) => `(?!${term(text)})`).join('')}(?:${alternatives.join('|')})`)
}

function hashtagOf(term: string): string[] {
  return term.includes(' ') ? [`#${term.replaceAll(' ', '')}`] : []
}

// The package finds terms; complete alternatives are counted from its hits.
function openAhoCorasick(projects: readonly Project[]): Find {
  const wanted = new Map<string, { alternatives: number[]; vetoes: number[] }>()
  const want = (text: string) => wanted.get(text) ?? wanted.set(text, { alternatives: [], vetoes: [] }).get(text)
  const alternatives: { project: number; terms: number }[] = []
  projects.forEach(({ keyword, exclusions }, project) => {
    for (const terms of keyword.alternatives) {
      for (const term of new Set(terms)) want(term)?.alternatives.push(alternatives.length)
      alternatives.push({ project, terms: new Set(terms).size })
    }
    for (const term of exclusions) want(term)?.vetoes.push(project)
  })
  const patterns = [...wanted].flatMap(([text, lists]) =>
    [text, ...hashtagOf(text)].map((form) => ({
      pattern: ` ${form} `,
      data: lists,
    })),
  )
  const automaton = new AhoCorasick(patterns)
  return (text) => {
    const found = new Set(automaton.search(lineOf(text)).map(({ data }) => data))
    const counts = new Map<number, number>()
    const matched = new Set<number>()
    for (const lists of found) {
      for (const alternative of lists?.alternatives ?? []) {
        const count = (counts.get(alternative) ?? 0) + 1
        counts.set(alternative, count)
        const { project, terms } = alternatives[alternative] ?? { project: -1, terms: 0 }
        if (count === terms) matched.add(project)
      }
    }
    for (const lists of found) for (const project of lists?.vetoes ?? []) matched.delete(project)
    return [...matched].map((project) => projects[project]?.id ?? '')
  }
}

function reportAddAndRemove(projects: readonly Project[], posts: readonly string[]): void {
  const before = heapBytes()
  const matcher = createMatcher()
  const addMicros = timeEach(projects, (project) => matcher.add(project.id, project.keyword, project.exclusions))
  for (const post of posts) matcher.match(post)
  const sample = projects.slice(0, 5_000)
  const removeMicros = timeEach(sample, ({ id }) => matcher.remove(id))
  const bytes = heapBytes() - before
  const { terms, steps } = matcher.stats()
  console.log(`Adding a project: ${format(addMicros)} us. Removing one of 100,000: ${format(removeMicros)} us.`)
  console.log(
    `${format(bytes / 1e6)} MB for 95,000 projects with ${terms} distinct terms; ${format(steps / posts.length)} steps a post.`,
  )
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

function timeEach<T>(items: readonly T[], work: (item: T) => void): number {
  const start = cpuMicros()
  for (const item of items) work(item)
  return (cpuMicros() - start) / items.length
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

import { readFileSync } from 'node:fs'
import { readSubject, suggestCategory } from '../src/analyse/category.ts'
import { SUBJECTS, type Subject } from '../src/analyse/category-words.ts'
import { CATEGORY_TEXTS } from './sets/categories.ts'

// How often the category of a text, and of a project made of four texts, is the right one. With the file of IndoSum
// (`-- categories <file>`) also on articles whose outlet named the category.
export async function run([file]: string[] = []): Promise<void> {
  reportHandMade()
  if (file !== undefined) reportArticles(file)
}

function reportHandMade(): void {
  const texts = SUBJECTS.flatMap((subject) => CATEGORY_TEXTS[subject].map((text) => ({ subject, text })))
  const judged = texts.map((one) => ({ ...one, found: readSubject(one.text)?.subject ?? null }))
  const right = judged.filter(({ subject, found }) => found === subject).length
  const silent = judged.filter(({ found }) => found === null).length
  const projects = SUBJECTS.flatMap((subject) => {
    const own = CATEGORY_TEXTS[subject]
    return [own.slice(0, 4), own.slice(4)].map((half) => suggestCategory(half)?.category === subject)
  })
  console.log(
    `${texts.length} texts: ${right} right, ${texts.length - right - silent} wrong, ${silent} without a category`,
  )
  console.log(`${projects.length} projects of four texts: ${projects.filter(Boolean).length} right`)
  for (const { subject, found, text } of judged)
    if (found !== subject) console.log(`${subject} -> ${found ?? 'none'}: ${text}`)
}

const OUTLET_CATEGORIES: Readonly<Record<string, Subject>> = {
  olahraga: 'olahraga',
  teknologi: 'teknologi',
  hiburan: 'hiburan',
  showbiz: 'hiburan',
}
const LEAD_SENTENCES = 5
const PROJECT_TEXTS = 20

// The categories of the outlets that are ours too. A project is twenty articles of one of them.
function reportArticles(file: string): void {
  const articles = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly category: string; readonly sents: readonly string[] })
    .flatMap(({ category, sents }) => {
      const subject = OUTLET_CATEGORIES[category]
      return subject === undefined ? [] : [{ subject, text: sents.slice(0, LEAD_SENTENCES).join(' ') }]
    })
  for (const [subject, own] of Map.groupBy(articles, (article) => article.subject)) {
    const found = own.map(({ text }) => readSubject(text)?.subject ?? null)
    const right = found.filter((one) => one === subject).length
    const silent = found.filter((one) => one === null).length
    const projects = Array.from({ length: Math.floor(own.length / PROJECT_TEXTS) }, (_, at) =>
      suggestCategory(own.slice(at * PROJECT_TEXTS, (at + 1) * PROJECT_TEXTS).map(({ text }) => text)),
    )
    const suggested = projects.filter((project) => project?.category === subject).length
    console.log(
      `${subject}: ${own.length} articles, ${right} right, ${silent} without a category; ${suggested} of ${projects.length} projects right`,
    )
  }
}

import type { Page } from 'playwright-core'

// What must never be read on a screen: names from the code or of errors of the system, values that are none, and keys of texts.
const RAW = [
  /\b[a-z]+(?:_[a-z]+)+\b/g,
  /\b(?:text|common|shell|hands|mention|projects|admin)\.[a-z]+[A-Za-z.]*\b/g,
  /\b(?:undefined|null|NaN|Infinity|Invalid Date)\b/g,
  /\[object|=>|\$\{/g,
  // A name of a field, an instant and an id as programs write them.
  /\b[a-z]{2,}[A-Z][a-z]\w*\b/g,
  /\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?\b/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}\b/g,
  /\b(?:getaddrinfo|E(?:NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT)|extractive|TypeError|SyntaxError)\b/g,
]

// Common words of the English texts that are not Indonesian words, nor names that both languages share.
const ENGLISH = new Set(
  `the and of with from this that these those your you are is was were has have been will would can cannot could should please
  loading error failed unknown settings save saved cancel delete deleted close search new more less next previous today yesterday
  hour hours day days week weeks month months year years minute minutes second seconds mentions sentiment positive negative neutral
  project projects account accounts password user users name language source sources author authors story stories alert alerts rule
  rules channel channels message messages report export import edit open opens show hide add remove send sent test again all any none
  not now every each before after between than then when where which who why what how only also already still yet there here
  listening paused collected collecting keyword keywords quota left right used free enter choose select change changed create created
  start started stop stopped ended wait waiting try retry unread read view views table chart`
    .split(/\s+/)
    .filter(Boolean),
)
// Written the same in Indonesian, or names.
for (const word of ['import', 'export', 'quota', 'report', 'test', 'edit', 'chart']) ENGLISH.delete(word)

// Texts that people or platforms wrote, names, expressions, addresses and times of the test data.
const FOREIGN = [
  '.foreign',
  '.mention-text',
  '.mention-brief',
  '.brief',
  '.message-body',
  '.message-title',
  '.phone-message',
  '.code',
  '.author',
  '.chip',
  '.story',
  '.delivery',
  'code',
  'pre',
  'kbd',
  'bdi',
  'textarea',
  'script',
  'noscript',
  'style',
  'title',
  '[lang]:not(html)',
].join(', ')

// The words of the dashboard on a page that nobody should read: raw identifiers, and English words in Indonesian.
export async function findRawWords(page: Page, language: 'id' | 'en', scope = 'html'): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const foreign = ${JSON.stringify(FOREIGN)}
    const found = []
    const root = document.querySelector(${JSON.stringify(scope)})
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement.closest(foreign) === null) found.push(node.textContent)
    for (const element of root.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest(foreign) !== null) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
    }
    return found.map((text) => text.trim()).filter((text) => text !== '')
  })()`)
  return [...new Set(texts.flatMap((text) => rawWordsOf(text, language)))]
}

// What people wrote is quoted within texts of the dashboard too; addresses and commands of a bot are no words.
export function rawWordsOf(text: string, language: 'id' | 'en'): string[] {
  const own = text.replace(/“[^”]*”/g, '').replace(/\S*(?:https?:\/\/|@|\.example)\S*|\/\w+/g, '')
  const raw = RAW.flatMap((pattern) => own.match(pattern) ?? [])
  const words = language === 'en' ? [] : (own.match(/\p{L}+/gu) ?? []).filter((word) => ENGLISH.has(word.toLowerCase()))
  return [...raw, ...words].map((word) => `“${word}” in “${text.slice(0, 80)}”`)
}

import { decodeEntities } from '../../text/plain.ts'

export interface XmlReader {
  open(name: string, attribute: (name: string) => string | null): void
  close(name: string): void
  text(text: string): void
}

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>/g
// A tag or a text that is longer is not of a workbook.
const PENDING_MAX = 1024 * 1024

// Reports tags and texts of XML that programs have written, piece by piece, without holding the document. Prefixes of names are
// left out. It is enough for workbooks, which have no document type.
export async function readXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of chunks) pending = report(pending + decoder.decode(chunk, { stream: true }), reader)
  report(`${pending}${decoder.decode()}<`, reader)
}

// Reports everything up to the last complete tag and returns the rest.
export function report(xml: string, reader: XmlReader): string {
  let at = 0
  TAG.lastIndex = 0
  for (let found = TAG.exec(xml); found !== null; found = TAG.exec(xml)) {
    if (found.index > at) reader.text(decodeEntities(xml.slice(at, found.index)))
    at = TAG.lastIndex
    const [, closing, name, attributes = '', empty, cdata] = found
    if (cdata !== undefined) reader.text(cdata)
    if (name === undefined) continue
    if (closing === '/') reader.close(name)
    else {
      reader.open(name, (wanted) => attributeOf(attributes, wanted))
      if (empty === '/') reader.close(name)
    }
  }
  const rest = xml.slice(at)
  if (rest.length > PENDING_MAX) throw new Error('A tag or a text of the XML is too long.')
  return rest
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s|:)${name}\\s*=\\s*("([^"]*)"|'([^']*)')`).exec(attributes)
  return found === null ? null : decodeEntities(found[2] ?? found[3] ?? '')
}

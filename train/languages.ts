// ISO 639-3 in the data to the BCP-47 code we answer with. Toba Batak goes with the other Batak texts, which do not say
// which Batak language they are in.
const CODES: Readonly<Record<string, string>> = { ind: 'id', eng: 'en', jav: 'jv', sun: 'su', bbc: 'btk' }

export function languageCode(iso: string): string {
  return CODES[iso] ?? iso
}

export function isMixed(iso: string): boolean {
  return iso.includes('-')
}

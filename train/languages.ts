// Maps ISO 639-3 in the data to the BCP-47 code that the model predicts. Toba Batak is merged with the other Batak texts, whose
// exact language is not given.
const CODES: Readonly<Record<string, string>> = { ind: 'id', eng: 'en', jav: 'jv', sun: 'su', bbc: 'btk' }

export function languageCode(iso: string): string {
  return CODES[iso] ?? iso
}

export function isMixed(iso: string): boolean {
  return iso.includes('-')
}

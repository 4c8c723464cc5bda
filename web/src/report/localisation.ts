import { createContext, use } from 'react'
import { enReportDocument } from '../text/en-report-document.ts'
import { type Format, formatFor } from '../text/format.ts'
import { idReportDocument, type ReportText } from '../text/id-report-document.ts'
import type { Language } from '../text/language.ts'

// A report has a language of its own. Its texts are few, so both are loaded.
const TEXTS: Readonly<Record<Language, ReportText>> = { id: idReportDocument, en: enReportDocument }

export interface ReportLocalisation {
  readonly language: Language
  readonly text: ReportText
  readonly format: Format
}

export function reportIn(language: Language): ReportLocalisation {
  return { language, text: TEXTS[language], format: formatFor(language) }
}

export const ReportLanguage = createContext<ReportLocalisation>(reportIn('id'))

export function useReportText(): ReportLocalisation {
  return use(ReportLanguage)
}

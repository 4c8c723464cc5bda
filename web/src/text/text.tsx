import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { en } from './en.ts'
import { type Format, formatFor } from './format.ts'
import { id, type Text } from './id.ts'
import type { Language } from './language.ts'

export interface Localisation {
  readonly language: Language
  readonly text: Text
  readonly format: Format
  readonly setLanguage: (language: Language) => void
}

const TEXTS: Readonly<Record<Language, Text>> = { id, en }
const KEY = 'pantau.language'
const LocalisationContext = createContext<Localisation | null>(null)

export function TextProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setCurrent] = useState<Language>(readLanguage)
  const setLanguage = useCallback((next: Language) => {
    document.documentElement.lang = next
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    setCurrent(next)
  }, [])
  const localisation = useMemo(
    () => ({ language, text: TEXTS[language], format: formatFor(language), setLanguage }),
    [language, setLanguage],
  )
  return <LocalisationContext value={localisation}>{children}</LocalisationContext>
}

export function useText(): Localisation {
  const localisation = use(LocalisationContext)
  if (localisation === null) throw new Error('useText is used outside of TextProvider.')
  return localisation
}

function readLanguage(): Language {
  return document.documentElement.lang === 'en' ? 'en' : 'id'
}

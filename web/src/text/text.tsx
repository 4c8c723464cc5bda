import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { type Format, formatFor } from './format.ts'
import { id, type Text } from './id.ts'
import type { Language } from './language.ts'

export interface Localisation {
  readonly language: Language
  readonly text: Text
  readonly format: Format
  readonly setLanguage: (language: Language) => Promise<void>
}

// Indonesian is part of the first load; other languages are loaded by those who use them.
const LOADERS: Readonly<Record<Language, () => Promise<Text>>> = {
  id: async () => id,
  en: async () => (await import('./en.ts')).en,
}
const KEY = 'pantau.language'
const LocalisationContext = createContext<Localisation | null>(null)

export interface Loaded {
  readonly language: Language
  readonly text: Text
}

// The texts of the remembered language.
export function loadText(): Promise<Loaded> {
  return load(document.documentElement.lang === 'en' ? 'en' : 'id')
}

async function load(language: Language): Promise<Loaded> {
  return { language, text: await LOADERS[language]() }
}

interface TextProviderProps {
  readonly first: Loaded
  readonly children: ReactNode
}

export function TextProvider({ first, children }: TextProviderProps): ReactNode {
  const [{ language, text }, setLoaded] = useState(first)
  const setLanguage = useCallback(async (next: Language) => {
    const loaded = await load(next)
    document.documentElement.lang = next
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    setLoaded(loaded)
  }, [])
  const localisation = useMemo(
    () => ({ language, text, format: formatFor(language), setLanguage }),
    [language, text, setLanguage],
  )
  return <LocalisationContext value={localisation}>{children}</LocalisationContext>
}

export function useText(): Localisation {
  const localisation = use(LocalisationContext)
  if (localisation === null) throw new Error('useText is used outside of TextProvider.')
  return localisation
}

import { createContext, type ReactNode, startTransition, use, useCallback, useMemo, useState } from 'react'
import { type Format, formatFor } from './format.ts'
import { type FirstText, id, type Text } from './id.ts'
import type { Language } from './language.ts'
import { ZONE } from './zone.ts'

export interface Localisation<T extends FirstText = Text> {
  readonly language: Language
  readonly text: T
  readonly format: Format
  readonly setLanguage: (language: Language) => Promise<void>
  // In which times are written.
  readonly zone: string
  readonly setZone: (zone: string) => void
}

// Indonesian is part of the first load; other languages are loaded by those who use them, and so are the texts of pages that are loaded
// on demand.
const LOADERS: Readonly<Record<Language, () => Promise<FirstText>>> = {
  id: async () => id,
  en: async () => (await import('./en.ts')).en,
}
const ALL_LOADERS: Readonly<Record<Language, () => Promise<Text>>> = {
  id: async () => ({ ...id, ...(await import('./id-pages.ts')).idPages }),
  en: async () => {
    const [{ en }, { enPages }] = await Promise.all([import('./en.ts'), import('./en-pages.ts')])
    return { ...en, ...enPages }
  },
}
const KEY = 'pantau.language'
const ZONE_KEY = 'pantau.zone'
const LocalisationContext = createContext<Localisation<FirstText> | null>(null)

export interface Loaded {
  readonly language: Language
  readonly text: FirstText
}

// The texts of the remembered language.
export function loadText(): Promise<Loaded> {
  return load(shownLanguage())
}

function shownLanguage(): Language {
  return document.documentElement.lang === 'en' ? 'en' : 'id'
}

const all = new Map<Language, Promise<Text>>()

export function loadAllText(language = shownLanguage()): Promise<Text> {
  const text = all.get(language) ?? ALL_LOADERS[language]()
  all.set(language, text)
  return text
}

async function load(language: Language): Promise<Loaded> {
  return { language, text: await LOADERS[language]() }
}

// The zone of the last visit, until the account is read. A browser may not know one that another knows.
function readZone(): string {
  try {
    const zone = localStorage.getItem(ZONE_KEY) ?? ZONE
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === '' ? ZONE : zone
  } catch {
    return ZONE
  }
}

interface TextProviderProps {
  readonly first: Loaded
  readonly children: ReactNode
}

export function TextProvider({ first, children }: TextProviderProps): ReactNode {
  const [{ language, text }, setLoaded] = useState(first)
  const setLanguage = useCallback(async (next: Language) => {
    // Together, so that an open page changes its language at once.
    const [loaded] = await Promise.all([load(next), loadAllText(next)])
    document.documentElement.lang = next
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    startTransition(() => setLoaded(loaded))
  }, [])
  const [zone, setShownZone] = useState(readZone)
  const setZone = useCallback((next: string) => {
    try {
      localStorage.setItem(ZONE_KEY, next)
    } catch {
      // Without storage the account has it.
    }
    setShownZone(next)
  }, [])
  const localisation = useMemo(
    () => ({ language, text, format: formatFor(language, zone), setLanguage, zone, setZone }),
    [language, text, setLanguage, zone, setZone],
  )
  return <LocalisationContext value={localisation}>{children}</LocalisationContext>
}

// The texts of the first load, for everything that it shows.
export function useFirstText(): Localisation<FirstText> {
  const localisation = use(LocalisationContext)
  if (localisation === null) throw new Error('useFirstText is used outside of TextProvider.')
  return localisation
}

// All texts, for pages that are loaded on demand: the page waits for them.
export function useText(): Localisation {
  const localisation = useFirstText()
  return { ...localisation, text: use(loadAllText(localisation.language)) }
}

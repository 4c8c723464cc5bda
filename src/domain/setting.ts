// A setting is declared as data: its environment variable, how its value is parsed and what it is for. Configuration is read from
// the declarations, so that checks, documentation and the list of settings a source still needs cannot disagree.
interface Declared {
  readonly name: string
  readonly about: string
}

export type Setting = Declared &
  (
    | { readonly kind: 'text'; readonly default: string; readonly required?: boolean }
    // Never shown: not in logs, not in error messages.
    | { readonly kind: 'secret'; readonly required?: boolean }
    | { readonly kind: 'list'; readonly required?: boolean }
    // Such as https://example.com: where pages come from, without a path.
    | { readonly kind: 'origins' }
    | { readonly kind: 'flag'; readonly default: boolean; readonly required?: boolean }
    | { readonly kind: 'integer'; readonly default: number; readonly min: number; readonly max: number }
    | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[] }
    | { readonly kind: 'url'; readonly default: string }
    | { readonly kind: 'optional-url' }
    | { readonly kind: 'time-zone'; readonly default: string }
    // Treated like secrets, because they may hold a password.
    | { readonly kind: 'postgres-url' }
    | { readonly kind: 'smtp-url' }
    // How many proxies are in front, or their addresses; false without any.
    | { readonly kind: 'proxies' }
  )

export type Settings = Readonly<Record<string, Setting>>

export type SettingValue<S extends Setting> = S extends { kind: 'flag' }
  ? boolean
  : S extends { kind: 'integer' }
    ? number
    : S extends { kind: 'list' | 'origins' }
      ? readonly string[]
      : S extends { kind: 'url' }
        ? URL
        : S extends { kind: 'optional-url' }
          ? URL | null
          : S extends { kind: 'choice'; values: readonly (infer V extends string)[] }
            ? V
            : S extends { kind: 'proxies' }
              ? number | string | false
              : string

export type SettingValues<S extends Settings> = { readonly [K in keyof S]: SettingValue<S[K]> }

export function isSecret(setting: Setting): boolean {
  return setting.kind === 'secret' || setting.kind === 'postgres-url' || setting.kind === 'smtp-url'
}

// The environment variable names of required settings that have no value yet.
export function missingSettings(settings: Settings, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(settings).flatMap(([key, setting]) => {
    const required = 'required' in setting && setting.required === true
    return required && isEmpty(values[key]) ? [setting.name] : []
  })
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === false || (Array.isArray(value) && value.length === 0)
}

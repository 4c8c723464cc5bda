// In this order: Edge and Opera also name Chrome, and Chrome also names Safari.
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
// Android names Linux too, and iPads name Mac OS X.
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const
const LENGTH_MAX = 60

// What a user agent is to its user: browser and system, or the name of a program. Empty when it says nothing.
export function describeAgent(agent: string): string {
  const find = (names: typeof BROWSERS | typeof SYSTEMS) => names.find(([, pattern]) => pattern.test(agent))?.[0]
  const browser = find(BROWSERS)
  if (browser === undefined) return (agent.split(/\s/)[0] ?? '').slice(0, LENGTH_MAX)
  const system = find(SYSTEMS)
  return system === undefined ? browser : `${browser} · ${system}`
}

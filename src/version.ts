import { readFileSync } from 'node:fs'

interface Package {
  readonly version: string
}

// The one version: of the package, the OpenAPI document and the User-Agent.
export const VERSION = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Package)
  .version

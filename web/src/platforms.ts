import type { WireProject } from '../../src/api/wire/project.ts'

export { PLATFORMS, type Platform, platformRow } from '../../src/domain/platform.ts'

// In the order in which users are likely to look for them; a value unknown to the server is a type error.
export const CATEGORIES = [
  'umum',
  'politik',
  'ekonomi',
  'sosial',
  'budaya',
  'sosial-budaya',
  'ideologi',
  'pertahanan-keamanan',
  'teknologi',
  'pendidikan',
  'kesehatan',
  'agama',
  'olahraga',
  'hiburan',
  'semua',
] as const satisfies readonly WireProject['categoryid'][]

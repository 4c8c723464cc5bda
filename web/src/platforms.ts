import type { WireMention } from '../../src/api/wire/mention.ts'
import type { WireProject } from '../../src/api/wire/project.ts'

export type Platform = WireMention['socialmediaid']

// The server's own lists, spelled again because the dashboard takes only types from it; a difference is a type error.
export const PLATFORMS = [
  'twitter',
  'facebook',
  'youtube',
  'tiktok',
  'instagram',
  'news',
] as const satisfies readonly Platform[]

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

export const CATEGORIES = [
  'sosial-budaya',
  'ideologi',
  'politik',
  'ekonomi',
  'pertahanan-keamanan',
  'semua',
  'umum',
  'olahraga',
  'sosial',
  'budaya',
  'teknologi',
  'hiburan',
  'kesehatan',
  'pendidikan',
  'agama',
] as const
export type Category = (typeof CATEGORIES)[number]

// The six sources of the contract, in the order that numbers their cells (cell.ts). Append only: stored cells depend on it.
export const PLATFORMS = ['twitter', 'facebook', 'youtube', 'tiktok', 'instagram', 'news'] as const
export type Platform = (typeof PLATFORMS)[number]

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.includes(value as Platform)
}

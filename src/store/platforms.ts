import { PLATFORMS, type Platform } from '../domain/platform.ts'

// Platforms are stored as their index in the domain's list.
export const PLATFORM_NUMBERS = Object.fromEntries(PLATFORMS.map((platform, number) => [platform, number])) as Readonly<
  Record<Platform, number>
>

export function platformOf(number: number): Platform {
  const platform = PLATFORMS[number]
  if (platform === undefined) throw new Error(`There is no platform number ${number}.`)
  return platform
}

import type { AlertFilter, QuietHours, Rule } from '../domain/alert.ts'
import { Refusal } from '../domain/problem.ts'
import type { Db } from '../store/db.ts'
import { findForeignChannels } from '../store/watching/alerts.ts'
import { explainValidation } from './errors.ts'
import { readFilter } from './filter.ts'
import { reasonOfFault } from './reason.ts'
import { findFault } from './validate.ts'
import { RULES, type WireAlertRule } from './wire/alert.ts'
import type { Relevance } from './wire/fields.ts'

export interface WireFilter {
  readonly sentimen?: -1 | 0 | 1
  readonly sosmedId?: string
  readonly language?: string
  readonly relevance?: Relevance
  readonly entity?: string
  readonly author?: string
  readonly tag?: string
  readonly q?: string
}

// The rule, checked by the shape of its kind. The error names the field and what is allowed there.
export function readRule(rule: WireAlertRule): Rule {
  const fault = findFault(RULES[rule.kind], rule)
  if (fault !== null) {
    const message = `rule.${explainValidation(fault, `rule of kind "${rule.kind}"`)}`
    throw new Refusal('invalid', message, reasonOfFault({ ...fault, instancePath: `/rule${fault.instancePath}` }))
  }
  if (rule.kind === 'story' && rule.authors === undefined && rule.copies === undefined)
    throw new Refusal('invalid', 'rule must have authors or copies.', ['required', 'rule.authors'])
  if (rule.kind === 'quota' && rule.below === undefined && rule.days === undefined)
    throw new Refusal('invalid', 'rule must have below or days.', ['required', 'rule.below'])
  return rule as Rule
}

export function readAlertFilter(filter: WireFilter = {}, timeZone: string): AlertFilter {
  const { sentiment, platforms, language, entity, author, tag } = readFilter(filter, timeZone)
  const { relevance } = filter
  const q = filter.q?.trim()
  return {
    ...(sentiment === undefined ? {} : { sentiment }),
    ...(platforms === undefined ? {} : { platforms }),
    ...(language === undefined ? {} : { language }),
    ...(relevance === undefined ? {} : { relevance }),
    ...(entity === undefined ? {} : { entity }),
    ...(author === undefined ? {} : { author }),
    ...(tag === undefined ? {} : { tag }),
    ...(q === undefined || q === '' ? {} : { q }),
  }
}

export function toWireFilter({ sentiment, platforms, ...others }: AlertFilter): WireFilter {
  return {
    ...others,
    ...(sentiment === undefined ? {} : { sentimen: sentiment }),
    ...(platforms === undefined ? {} : { sosmedId: platforms.join(',') }),
  }
}

export function readQuiet(quiet: QuietHours | null | undefined): QuietHours | null {
  if (quiet === null || quiet === undefined) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: quiet.timeZone })
  } catch {
    throw new Refusal('invalid', `quiet.timeZone: "${quiet.timeZone}" is not a time zone.`, ['timeZone'])
  }
  if (quiet.from === quiet.to) throw new Refusal('invalid', 'quiet.from and quiet.to must differ.', ['quietSame'])
  return quiet
}

export async function checkChannels(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const [foreign] = await findForeignChannels(db, accountId, ids)
  if (foreign !== undefined) throw new Refusal('invalid', `channels: no channel has the id "${foreign}".`, ['gone'])
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

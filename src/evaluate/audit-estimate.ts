import { type Estimate, estimateShares, LABELS_MIN } from '../analyse/estimate.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { readNames } from '../store/accounts/accounts.ts'
import { listAudits } from '../store/audits/audits.ts'
import { isPartOf } from '../store/audits/population.ts'
import { type Drawing, type DrawnMention, readDrawn, readPredictions } from '../store/audits/sample.ts'
import type { Db } from '../store/db.ts'

// Only the newest audits that cover a filter are tried.
const AUDITS_MAX = 20

// How the people who labelled judge; shares are 0 to 1.
export interface AuditEstimate extends Estimate {
  readonly method: 'prediction_powered'
  readonly as_judged_by: string[]
}

type EstimateResult =
  | { readonly sentiment_estimate: AuditEstimate; readonly sentiment_estimate_reason: null }
  | { readonly sentiment_estimate: null; readonly sentiment_estimate_reason: 'not_audited' | 'too_few' }

// The sentiment shares of a filter with their intervals, from the newest audit that allows it. An audit of the whole says nothing
// about a part on its own: only drawn mentions inside the filter count.
export async function estimateSentiment(db: Db, projectId: string, filter: MentionFilter): Promise<EstimateResult> {
  const audits = (await listAudits(db, projectId, AUDITS_MAX)).filter((audit) => isPartOf(filter, audit.filter))
  for (const audit of audits) {
    const estimate = await estimateWith(db, audit, await readDrawn(db, audit), filter)
    if (estimate !== null) return { sentiment_estimate: estimate, sentiment_estimate_reason: null }
  }
  return { sentiment_estimate: null, sentiment_estimate_reason: audits.length === 0 ? 'not_audited' : 'too_few' }
}

// The estimate of an audit for its own filter or a part of it. Null when too few drawn mentions inside are labelled, or when
// mentions that were collected since the drawing wait for a label: without them the sample would be one of older mentions.
export async function estimateWith(
  db: Db,
  audit: Drawing,
  drawn: readonly DrawnMention[],
  filter: MentionFilter = audit.filter,
): Promise<AuditEstimate | null> {
  const cut = labelledUntil(drawn)
  if (cut === null) return null
  const inside = filter === audit.filter ? drawn : await readDrawn(db, audit, filter)
  const sample = inside.filter(({ hash }) => hash <= cut)
  if (sample.length < LABELS_MIN || sample.some(({ labels }) => labels.size === 0)) return null
  const predictions = await readPredictions(db, audit.projectId, filter)
  const people = [...new Set(sample.flatMap(({ labels }) => [...labels.keys()]))]
  return toAuditEstimate(estimateShares(sample, predictions), await readNames(db, people))
}

// The hash up to which all mentions that were drawn at once are labelled, in drawing order: what is labelled of an unfinished sample
// is a smaller random sample.
function labelledUntil(drawn: readonly DrawnMention[]): string | null {
  let last: string | null = null
  for (const { hash, labels, isLater } of drawn) {
    if (labels.size > 0) last = hash
    else if (!isLater) break
  }
  return last
}

function toAuditEstimate({ negative, neutral, positive, labels }: Estimate, names: readonly string[]): AuditEstimate {
  return { negative, neutral, positive, labels, method: 'prediction_powered', as_judged_by: [...names] }
}

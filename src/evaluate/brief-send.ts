import { dayOf } from '../domain/day.ts'
import type { TaskContext } from '../domain/job.ts'
import type { MessageContent, MessageLink } from '../domain/message.ts'
import type { Pool } from '../store/db.ts'
import { type Brief, findDueBrief, moveBrief, recordBrief, setBriefMessage } from '../store/watching/briefs.ts'
import { addMessage } from '../store/watching/outbox.ts'
import { writeBrief } from '../watch/brief.ts'
import { LATE_MS_MAX, nextDue, PUNCTUAL_MS_MAX } from '../watch/brief-time.ts'
import { BRIEF_WORDS } from '../watch/brief-words.ts'
import { type BriefDeps, readBrief } from './brief.ts'

// Builds and sends the brief of a person if it is due. The record of the day, the message and the next time are written in one
// transaction: whatever is killed, and however many processes try, a person gets one brief a day.
export async function sendBrief(deps: BriefDeps, accountId: string, { signal }: TaskContext): Promise<void> {
  const brief = await findDueBrief(deps.pool, accountId)
  if (brief === null) return
  const { nextAt: dueAt, now } = brief
  if (now.getTime() - dueAt.getTime() > LATE_MS_MAX) {
    await skipMissed(deps.pool, accountId, brief, now)
    return
  }
  const isLate = now.getTime() - dueAt.getTime() > PUNCTUAL_MS_MAX
  const day = dayOf(dueAt, brief.timeZone)
  const facts = await readBrief(deps, accountId, brief, now, signal)
  const { content, data } = writeBrief(facts, { ...brief, day, dueAt, isLate, publicUrl: deps.publicUrl })
  const link = await shareReport(deps, accountId, brief)
  await deps.pool.begin(async (tx) => {
    if (!(await moveBrief(tx, accountId, dueAt, nextDue(brief, dueAt)))) return
    if (!(await recordBrief(tx, accountId, { day, outcome: isLate ? 'late' : 'sent', until: now }))) return
    const channels = brief.channels.map((id) => ({ id }))
    const messageId = await addMessage(tx, {
      accountId,
      type: 'brief',
      incidentId: null,
      data,
      content: withLink(content, link),
      channels,
    })
    await setBriefMessage(tx, accountId, day, messageId)
  })
}

// A link that is made and not sent, because another process sent the brief meanwhile, expires like any other.
async function shareReport(
  deps: BriefDeps,
  accountId: string,
  { report, language, now }: Brief & { readonly now: Date },
): Promise<MessageLink | null> {
  const url = report === null ? null : ((await deps.shareReport?.({ accountId, reportId: report, now })) ?? null)
  return url === null ? null : { label: BRIEF_WORDS[language].report, url }
}

function withLink(content: MessageContent, link: MessageLink | null): MessageContent {
  return link === null ? content : { ...content, links: [...content.links, link] }
}

// Records all briefs that are too late to be sent, and moves on to the first one that is not.
async function skipMissed(pool: Pool, accountId: string, brief: Brief & { readonly nextAt: Date }, now: Date) {
  await pool.begin(async (tx) => {
    const days: string[] = []
    let due: Date | null = brief.nextAt
    while (due !== null && now.getTime() - due.getTime() > LATE_MS_MAX) {
      days.push(dayOf(due, brief.timeZone))
      due = nextDue(brief, due)
    }
    if (!(await moveBrief(tx, accountId, brief.nextAt, due))) return
    for (const day of days) await recordBrief(tx, accountId, { day, outcome: 'skipped', until: null })
  })
}

import type { Text } from './id.ts'

const n = (value: number): string => new Intl.NumberFormat('en-GB').format(value)

// The texts of audits, included in en-pages.ts.
export const enAudit: Pick<Text, 'audit'> = {
  audit: {
    title: 'Sentiment audit',
    open: 'Audit',
    explain:
      'You judge mentions that were drawn at random. The true shares of the sentiments are estimated from your labels, with an interval.',
    trend:
      'To compare two periods, each needs an audit of its own. With 100 + 100 labels, a change of 10 points is seen in 35 to 75 of 100 cases.',
    start: 'Start a new audit',
    wholeProject: 'Whole project',
    since: (time) => `since ${time}`,
    cards: (value) => `${n(value)} mentions`,
    width: (points) => `about ± ${points} points`,
    question: 'What is the tone of this mention?',
    progress: (labelled, size) => `${n(labelled)} of ${n(size)} labelled`,
    undo: 'Undo',
    done: 'All drawn mentions are labelled.',
    extend: (size) => `Extend to ${n(size)} mentions`,
    earlier: 'Audits of this project',
    resume: 'Continue',
    look: 'Open',
    none: 'No audits yet.',
    soon: (missing) => `The interval appears after ${n(missing)} more ${missing === 1 ? 'label' : 'labels'}.`,
    range: (low, high) => `${low} – ${high}`,
    judgedBy: (labels, names) => `95 % interval from ${n(labels)} labels, as judged by ${names}.`,
    notAudited: 'Not audited: shares according to the model only.',
    tooFew: 'Not audited enough for this selection: shares according to the model only.',
    notAuditedShort: 'not audited',
    tooFewShort: 'not audited enough',
  },
}

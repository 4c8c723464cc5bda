import { Type } from 'typebox'
import { WireShareInterval } from '../../api/wire/audit.ts'
import { Count, nullable, Timestamp } from '../../api/wire/fields.ts'
import { pageAt } from '../../domain/dashboard-link.ts'
import { CoverageNote, coverageNote } from '../coverage.ts'
import { Counted, countMentions, countSentiments, Sentiments } from '../evidence.ts'
import { filterOf, ProjectInput } from '../filter.ts'
import { defineTool } from '../tool.ts'
import { readInsights } from './overview.ts'

const REASONS = {
  not_audited:
    'People have not labelled a sample of these mentions: how far the counts are from the truth is not known.',
  too_few: 'Too few of the drawn mentions are labelled: how far the counts are from the truth is not known.',
}

export const sentiment = defineTool({
  name: 'sentiment',
  title: 'Sentiment with its interval',
  description:
    'How negative, neutral and positive the mentions of a project are in a range (the last 30 days by default). counted is what the model assigned, with the mentions behind each number; estimate is the true share with a 95 % interval, from a sample that people labelled, or null with the reason. State the interval, or that there is none.',
  scope: 'read',
  changes: null,
  input: ProjectInput,
  output: Type.Object({
    project_id: Type.String(),
    from: Timestamp,
    to: Timestamp,
    mentions: Counted,
    counted: Sentiments,
    estimate: nullable(
      Type.Object({
        negative: WireShareInterval,
        neutral: WireShareInterval,
        positive: WireShareInterval,
        labels: Count,
      }),
    ),
    no_estimate_because: nullable(Type.String()),
    audit_link: Type.String({ description: 'Where people label a sample' }),
    coverage: CoverageNote,
  }),
  async run({ project_id, ...input }, context) {
    const chosen = filterOf(input)
    const insights = await readInsights(context, project_id, chosen)
    const { from, to, sentiment_estimate: estimate, sentiment_estimate_reason: reason } = insights
    const filter = { ...chosen, from, to }
    return {
      project_id,
      from,
      to,
      mentions: await countMentions(context, project_id, filter),
      counted: await countSentiments(context, project_id, filter),
      estimate:
        estimate === null
          ? null
          : {
              negative: estimate.negative,
              neutral: estimate.neutral,
              positive: estimate.positive,
              labels: estimate.labels,
            },
      no_estimate_because: reason === null ? null : REASONS[reason],
      audit_link: pageAt(context.publicUrl, `projects/${encodeURIComponent(project_id)}/audit`),
      coverage: coverageNote(insights.coverage),
    }
  },
})

import * as account from './account.ts'
import * as alert from './alert.ts'
import * as audit from './audit.ts'
import * as brief from './brief.ts'
import * as campaign from './campaign.ts'
import * as channel from './channel.ts'
import * as compare from './compare.ts'
import * as desk from './desk.ts'
import * as edit from './edit.ts'
import * as fields from './fields.ts'
import * as importing from './import.ts'
import * as insights from './insights.ts'
import * as job from './job.ts'
import * as key from './key.ts'
import * as mention from './mention.ts'
import * as preview from './preview.ts'
import * as project from './project.ts'
import * as readerFeed from './reader-feed.ts'
import * as reason from './reason.ts'
import * as report from './report.ts'
import * as source from './source.ts'
import * as summary from './summary.ts'

const FILES = [
  account,
  alert,
  audit,
  brief,
  campaign,
  channel,
  compare,
  desk,
  edit,
  fields,
  importing,
  insights,
  job,
  key,
  mention,
  preview,
  project,
  readerFeed,
  reason,
  report,
  source,
  summary,
]
const NAMED = /^Wire(\w+)$|^(\w+(?:Body|Patch))$/

// A schema is called in the OpenAPI document what its constant is called here, without `Wire`: said once, it cannot differ. The title
// stays with a schema when the document is made from copies of it.
export function nameSchemas(): void {
  for (const [constant, schema] of FILES.flatMap((file) => Object.entries(file))) {
    const found = NAMED.exec(constant)
    if (found !== null) Object.assign(schema, { title: found[1] ?? found[2] })
  }
}

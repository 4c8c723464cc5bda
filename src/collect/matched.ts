import type { ArchivedPost } from '../store/collecting/archive.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import type { Revision } from '../store/mentions/revise.ts'
import { type AnalysedPost, toIncoming, toRevision } from './analyse-post.ts'
import type { Target } from './target.ts'

// What posts of the archive are to a project. An article that changed may be both: the revision of a mention, and a new mention of a
// project that has none.
export interface Matched {
  readonly incoming: Incoming[]
  readonly revisions: Revision[]
}

// Adds a post if it matches the project, or did before it changed. It is analysed only then.
export async function addMatch(
  found: Matched,
  target: Target,
  { post, earlierText }: ArchivedPost,
  analyse: () => Promise<AnalysedPost>,
): Promise<void> {
  const isMatched = target.match(post.text, post.hidden).matched
  const wasMatched = earlierText !== null && target.match(earlierText, post.hidden).matched
  if (!isMatched && !wasMatched) return
  const analysed = await analyse()
  const match = target.match(analysed.post.text, analysed.post.hidden)
  if (isMatched) found.incoming.push(toIncoming(analysed, match, target.termsTotal))
  if (earlierText !== null) found.revisions.push(toRevision(analysed, match, target.termsTotal))
}

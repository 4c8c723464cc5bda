import type { Scope } from '../domain/api-key.ts'
import type { Tool } from './tool.ts'
import { createAlert } from './tools/alert.ts'
import { compare } from './tools/compare.ts'
import { coverage } from './tools/coverage.ts'
import { dispatch } from './tools/dispatch.ts'
import { explainChange } from './tools/explain.ts'
import { listProjects } from './tools/list-projects.ts'
import { readMention, searchMentions } from './tools/mentions.ts'
import { projectOverview } from './tools/overview.ts'
import { createProject, editProject, previewExpression } from './tools/projects.ts'
import { sentiment } from './tools/sentiment.ts'
import { topStories } from './tools/stories.ts'

const TOOLS: readonly Tool[] = [
  listProjects,
  projectOverview,
  searchMentions,
  topStories,
  explainChange,
  compare,
  sentiment,
  coverage,
  readMention,
  previewExpression,
  createProject,
  editProject,
  createAlert,
  dispatch,
]

// A key sees the tools that it may use.
export function toolsFor(scopes: readonly Scope[]): readonly Tool[] {
  return TOOLS.filter(({ scope }) => scopes.includes(scope))
}

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name)
}

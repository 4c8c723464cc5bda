import { Type } from 'typebox'
import type { CategorySuggestion } from '../analyse/category.ts'
import { dayOf } from '../domain/day.ts'
import { notFound } from '../domain/problem.ts'
import { type Preview, previewExpression } from '../evaluate/preview.ts'
import { type Warning, warningsOf } from '../match/warnings.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { closedSignal } from './closed-signal.ts'
import { ProjectBody, readDates, readKeyword, trimProject } from './project-input.ts'
import { routesOf } from './route.ts'
import { WireExpressionPreview } from './wire/preview.ts'

const { keyword, exclude, startDate, endDate } = ProjectBody.properties

// What an expression would bring, before it costs anything.
export function addPreviewRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')

  app.post(
    '/api/project/preview',
    {
      ...user({
        id: 'previewExpression',
        summary: 'What an expression would bring, from the archive of the last 90 days',
        description: 'Expected volume, price in quota, warnings, suggestions and a category. Nothing is stored.',
        class: 'long',
        scope: 'read',
        body: Type.Object({
          keyword,
          exclude,
          startDate: Type.Optional(startDate),
          endDate,
          id: Type.Optional(
            Type.String({
              minLength: 1,
              description: 'A project that is to be edited: what it has is not charged again',
            }),
          ),
        }),
        response: { 200: WireExpressionPreview },
        errors: [404],
      }),
      preValidation: trimProject,
    },
    async (request, reply) => {
      const { body } = request
      const account = actorOf(request)
      const now = new Date()
      const today = dayOf(now, settings.timeZone)
      const dates = readDates(
        { endDate: body.endDate ?? null, startDate: body.startDate ?? firstDay(body, today) },
        settings.timeZone,
      )
      const expression = readKeyword(body.keyword)
      if (body.id !== undefined && (await findProject(pool, ownerOf(request), body.id)) === null)
        throw notFound('project', body.id)
      const preview = await previewExpression(
        pool,
        {
          keyword: expression,
          exclude: body.exclude ?? '',
          ...dates,
          projectId: body.id ?? null,
          mentionDays: settings.mentionDays,
          now,
          timeZone: settings.timeZone,
        },
        closedSignal(reply),
      )
      const remaining = (await findQuota(pool, account.id)) ?? 0
      return toWirePreview(preview, warningsOf(body.keyword, body.exclude ?? ''), remaining)
    },
  )
}

// Without a start, a project begins today; one that ended before that has only its last day.
function firstDay({ endDate: end }: { readonly endDate?: string | null }, today: string): string {
  return end != null && end < today ? end : today
}

function toWirePreview(preview: Preview, warnings: readonly Warning[], remaining: number): WireExpressionPreview {
  const { archive, perMonth } = preview
  return {
    days: preview.days.map(({ day, matched, platforms }) => ({
      day,
      matched,
      platforms: [...platforms].flatMap(([source, count]) => (count > 0 ? [{ source, matched: count }] : [])),
    })),
    per_month:
      perMonth === null
        ? null
        : { low: Math.floor(perMonth.low), expected: Math.round(perMonth.expected), high: Math.ceil(perMonth.high) },
    examples: preview.examples.map(({ text, marks, platform, publishedAt, url }) => ({
      text,
      marks: marks.map(({ start, end }) => ({ start, end })),
      platform,
      published_at: publishedAt.toISOString(),
      url,
    })),
    alternatives: preview.alternatives.map(({ terms, matched, only, noise }) => ({
      terms: [...terms],
      matched,
      only,
      noise,
    })),
    warnings: warnings.map(({ code, position, message, fix }) => ({ code, position, message, fix })),
    suggestions: preview.offers.map((offer) => ({ ...offer })),
    category: preview.category === null ? null : toWireCategory(preview.category),
    archive: {
      since: archive.since?.toISOString() ?? null,
      posts: archive.posts,
      read: archive.read,
      exact: archive.read >= archive.posts,
      in_dates: archive.inDates,
      new: archive.fresh,
    },
    kuota: remaining,
  }
}

function toWireCategory({ category, texts, judged, words }: CategorySuggestion) {
  return { categoryId: category, texts, judged, words: [...words] }
}

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100
const CURSOR_LIMIT_DEFAULT = 50
// Past this, no list of ours has anything; it keeps (page - 1) * limit exact.
const PAGE_MAX = 1_000_000_000

export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
}

export const CursorQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 100, description: 'The `next` of the page before' })),
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: CURSOR_LIMIT_DEFAULT }),
}

// Some lists never fail on paging: values outside the range are moved to the nearest allowed one, unreadable ones take the default.
// This runs before validation, which then finds nothing to refuse.
export async function clampPaging(request: FastifyRequest): Promise<void> {
  const query = request.query as Record<string, unknown>
  query.page = clamp(query.page, 1, PAGE_MAX, 1)
  query.limit = clamp(query.limit, 1, LIMIT_MAX, LIMIT_DEFAULT)
}

function clamp(value: unknown, min: number, max: number, fallback: number): number {
  if (typeof value !== 'string' || value.trim() === '') return fallback
  const number = Number(value)
  if (Number.isNaN(number)) return fallback
  return Math.min(Math.max(Math.trunc(number), min), max)
}

export function pageOf<T>(data: T[], total: number, { page, limit }: { page: number; limit: number }) {
  return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
}

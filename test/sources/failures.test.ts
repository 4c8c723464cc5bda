import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { readGraphFailure } from '../../src/sources/facebook/graph.ts'
import { openFacebook } from '../../src/sources/facebook/pages.ts'
import type { ApiReply } from '../../src/sources/http/api-request.ts'
import { asList, asRecord, asText, parseJson } from '../../src/sources/http/json.ts'
import { openInstagram } from '../../src/sources/instagram/media.ts'
import { SOURCE_ERRORS, SourceError, type SourceErrorCode } from '../../src/sources/source.ts'
import { readFailure as readTiktokFailure } from '../../src/sources/tiktok/failure.ts'
import { openTiktok } from '../../src/sources/tiktok/search.ts'
import { readFailure as readXFailure } from '../../src/sources/twitter/failure.ts'
import { openTwitter } from '../../src/sources/twitter/search.ts'
import { readFailure as readYoutubeFailure } from '../../src/sources/youtube/failure.ts'
import { openYoutube } from '../../src/sources/youtube/search.ts'
import { drive, keywordOf, localFetch } from '../platforms/drive.ts'
import { startFacebook } from '../platforms/facebook.ts'
import { startInstagram } from '../platforms/instagram.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Behaviour, Platform } from '../platforms/server.ts'
import { startTiktok } from '../platforms/tiktok.ts'
import { startX } from '../platforms/twitter.ts'
import { startYoutube } from '../platforms/youtube.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const SECRET = 'rahasia-sekali-123'

// The meaning of every recorded failure, without a network.

const READERS: Readonly<Record<string, (reply: ApiReply) => SourceError>> = {
  twitter: (reply) => readXFailure(reply, SECRET, NOW),
  youtube: (reply) => readYoutubeFailure(reply, SECRET, NOW),
  facebook: (reply) => readGraphFailure('Facebook', reply, SECRET, NOW),
  tiktok: (reply) => readTiktokFailure(reply, [SECRET], NOW),
}

for (const [platform, read] of Object.entries(READERS)) {
  for (const { name, reply, code, retryAt } of recordedFailures(platform)) {
    test(`${platform} fails with "${name}": ${code}`, () => {
      const error = read(reply)
      assert.deepEqual([error.code, error.status, error.retryAt?.toISOString()], [code, reply.status, retryAt])
    })
  }

  test(`a message of ${platform} that quotes our secret is redacted`, () => {
    const message = `The token ${SECRET} is wrong, see https://x.example/?access_token=${SECRET}`
    const json = { detail: message, error: { message, code: 'x' } }
    const error = read({ status: 401, headers: new Headers(), json })
    assert.equal(error.code, 'auth')
    assert.doesNotMatch(error.message, /rahasia/)
  })
}

function recordedFailures(platform: string) {
  const file = new URL(`../../src/sources/${platform}/replies/failures.json`, import.meta.url)
  return asList(parseJson(readFileSync(file)))
    .map(asRecord)
    .map(({ name, status, headers, body, code, retryAt }) => ({
      name: String(name),
      // A gateway's error page is not JSON.
      reply: {
        status: Number(status),
        headers: new Headers(asRecord(headers) as Record<string, string>),
        json: body ?? undefined,
      },
      code: String(code),
      retryAt: asText(retryAt) ?? undefined,
    }))
}

// The same on the wire, with the real connectors and the real fetch.

const now = () => NOW
const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

interface Opened {
  readonly platform: Platform
  // Reads once and returns the number of posts, or the failure.
  readonly readOnce: () => Promise<number | SourceError>
}

const KEYWORD = {
  keyword: keywordOf('banjir'),
  since: new Date('2026-11-13T00:00:00Z'),
  until: new Date('2026-12-01T00:00:00Z'),
}

function postsOf(platform: SamplePost['platform']): SamplePost[] {
  return [
    aSample(platform, {
      title: 'Banjir',
      text: 'banjir di Garut #banjir',
      publishedAt: new Date('2026-11-14T11:00:00Z'),
    }),
  ]
}

async function asFeed(reading: Promise<{ readonly posts: readonly unknown[] }>): Promise<number | SourceError> {
  try {
    return (await reading).posts.length
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}

const signal = AbortSignal.timeout(60_000)

const OPEN: Readonly<Record<string, (secret: string) => Promise<Opened>>> = {
  async twitter(token) {
    const platform = await startX({ posts: postsOf('twitter'), token: SECRET, now })
    const source = openTwitter({ token, baseUrl: platform.url, dialect: 'tweet', fetch: localFetch, now })
    return {
      platform,
      readOnce: async () => ((found) => found.error ?? found.ids.length)(await drive(source, KEYWORD)),
    }
  },
  async youtube(key) {
    const platform = await startYoutube({ posts: postsOf('youtube'), key: SECRET, now })
    const ledger = { spend: async () => true }
    const source = openYoutube({ key, baseUrl: platform.url, comments: false, ledger, fetch: localFetch, now })
    return {
      platform,
      readOnce: async () => ((found) => found.error ?? found.ids.length)(await drive(source, KEYWORD)),
    }
  },
  async facebook(token) {
    const platform = await startFacebook({ posts: postsOf('facebook'), token: SECRET })
    const source = openFacebook({ token, baseUrl: platform.url, fetch: localFetch })
    const request = { address: '104923907983682', label: null, cursor: null, now: NOW }
    return { platform, readOnce: () => asFeed(source.read(request, signal)) }
  },
  async instagram(token) {
    const platform = await startInstagram({ posts: postsOf('instagram'), token: SECRET, userId: '17', now })
    const ledger = { claim: async () => null }
    const source = openInstagram({ token, userId: '17', baseUrl: platform.url, ledger, fetch: localFetch })
    const request = { address: 'banjir', label: null, cursor: null, now: NOW }
    return { platform, readOnce: () => asFeed(source.read(request, signal)) }
  },
  async tiktok(clientSecret) {
    const platform = await startTiktok({ posts: postsOf('tiktok'), clientKey: 'kunci', clientSecret: SECRET, now })
    const baseUrl = platform.url
    const source = openTiktok({
      clientKey: 'kunci',
      clientSecret,
      baseUrl,
      fetch: localFetch,
      now,
      wait: async () => {},
    })
    return {
      platform,
      readOnce: async () => ((found) => found.error ?? found.ids.length)(await drive(source, KEYWORD)),
    }
  },
}

const COMMON: readonly (readonly [Behaviour, SourceErrorCode])[] = [
  [{ garbage: true }, 'unreadable'],
  [{ drop: true }, 'network'],
  [{ truncate: true }, 'network'],
  [{ hang: true }, 'network'],
  [{ status: 500 }, 'upstream'],
  [{ status: 403 }, 'forbidden'],
  [{ status: 429 }, 'rate_limited'],
  [{ status: 400 }, 'bad_request'],
]

const QUOTA: Readonly<Record<string, Behaviour>> = {
  twitter: { status: 402 },
  youtube: { status: 403, code: 'quotaExceeded' },
  instagram: { status: 400, code: 18 },
  tiktok: { status: 429, code: 'daily_quota_limit_exceeded' },
}

describe('on the wire', { concurrency: true }, () => {
  for (const [name, open] of Object.entries(OPEN)) {
    // TikTok's token endpoint refuses in its own form; the failures are those of the search.
    const path = name === 'tiktok' ? { path: '/query/' } : {}

    test(`${name} recovers after each of its failures`, { timeout: 60_000 }, async () => {
      const { platform, readOnce } = await open(SECRET)
      closing.push(platform.close)
      const seen = new Set<SourceErrorCode>()
      const quota: [Behaviour, SourceErrorCode][] = QUOTA[name] === undefined ? [] : [[QUOTA[name], 'quota']]
      for (const [behaviour, code] of [...COMMON, ...quota]) {
        platform.behave({ ...behaviour, ...path })
        const failure = await readOnce()
        assert.ok(failure instanceof SourceError, `${JSON.stringify(behaviour)} gave ${String(failure)}`)
        assert.equal(failure.code, code, `${JSON.stringify(behaviour)}: ${failure.message}`)
        assert.doesNotMatch(failure.message, /rahasia|clt\.token/)
        if (code === 'rate_limited' || code === 'quota')
          assert.ok((failure.retryAt ?? NOW) > NOW, 'it has a retry time')
        seen.add(code)
        assert.equal(await readOnce(), 1, `after ${JSON.stringify(behaviour)}`)
      }
      const refused = await open('rahasia-yang-salah')
      closing.push(refused.platform.close)
      const failure = await refused.readOnce()
      assert.ok(failure instanceof SourceError && failure.code === 'auth')
      assert.doesNotMatch(failure.message, /rahasia/)
      seen.add('auth')
      // Facebook's pages have no quota of their own: its limits are rates.
      assert.deepEqual(
        [...seen].sort(),
        SOURCE_ERRORS.filter((code) => name !== 'facebook' || code !== 'quota').toSorted(),
      )
    })
  }
})

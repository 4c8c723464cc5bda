import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { EventOptions } from '../../../client/src/index.ts'
import type { WireJob, WireJobs } from '../../../src/api/wire/job.ts'
import { notify, notifyState } from '../notifications.ts'
import { keepOneConnected } from './background.ts'
import { addToInbox, type Message } from './inbox.ts'
import { pantau } from './pantau.ts'
import type { Card } from './projects.ts'

export type Connection = 'connecting' | 'live' | 'lost'

const REFRESH_MS = 2_000
const RECONNECT_MS = 15_000
const HIDDEN_MS = 30_000
// Queries that are repeated after events may have been missed.
const RELOADED = ['overview', 'insights', 'jobs', 'quota', 'inbox', 'incidents', 'incident']

let state: Connection = 'connecting'
const listeners = new Set<() => void>()

function change(next: Connection): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state)
}

// Whether what is shown may be out of date: the event stream is interrupted, or the browser has no network.
export function useDisconnected(): boolean {
  const connection = useConnection()
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  return connection === 'lost' || !online
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

// Subscribes to live events while a user is logged in and the tab is visible. A browser opens only six connections per host
// and each subscribed tab uses one, so a background tab closes its connection and refetches when it becomes visible again. With
// notifications switched on, one background tab stays connected.
export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stop = listen(client)
    return () => {
      stop()
      change('connecting')
    }
  }, [client])
}

function listen(client: QueryClient): () => void {
  const refresh = createRefresher(client)
  let stream: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false
  let visible = new AbortController()
  const close = (): void => {
    stream?.abort()
    stream = null
    missed = true
  }
  const onConnection = (connection: Connection): void => {
    change(connection)
    if (connection !== 'live') return
    if (missed) for (const key of RELOADED) refresh(key)
    missed = false
  }
  const open = (): void => {
    if (stream !== null) return
    stream = new AbortController()
    receive(client, refresh, { signal: stream.signal, onConnection }).catch(() => {
      // The session has ended, or this account may no longer read events: reading the session decides which page is shown.
      close()
      change('lost')
      void client.invalidateQueries({ queryKey: ['session'] })
      timer = setTimeout(open, RECONNECT_MS)
    })
  }
  const onHidden = (): void => {
    if (notifyState() === 'on') void keepOneConnected({ open, close }, visible.signal)
    else close()
  }
  const onVisibility = (): void => {
    clearTimeout(timer)
    visible.abort()
    visible = new AbortController()
    if (document.hidden) timer = setTimeout(onHidden, HIDDEN_MS)
    else open()
  }
  document.addEventListener('visibilitychange', onVisibility)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    visible.abort()
    close()
  }
}

// Until the signal is aborted. The client connects again by itself and resumes behind the last event.
async function receive(client: QueryClient, refresh: Refresh, options: EventOptions): Promise<void> {
  for await (const event of pantau.events(options)) {
    if (event.kind === 'job') onJob(client, event.data, refresh)
    else if (event.kind === 'mentions') onMentions(event.data, refresh)
    else if (event.kind === 'inbox') onMessage(client, event.data, refresh)
    else refresh('overview')
  }
}

type Refresh = (...key: string[]) => void

// Many events invalidate the same query; those within `REFRESH_MS` are coalesced into one refetch.
function createRefresher(client: QueryClient): Refresh {
  const pending = new Map<string, readonly string[]>()
  return (...key) => {
    pending.set(key.join('/'), key)
    if (pending.size > 1) return
    setTimeout(() => {
      for (const queryKey of pending.values()) void client.invalidateQueries({ queryKey: [...queryKey] })
      pending.clear()
    }, REFRESH_MS)
  }
}

function onJob(client: QueryClient, job: WireJob, refresh: Refresh): void {
  const projectId = job.keyword_id
  if (projectId === null) return
  client.setQueryData<WireJobs['data']>(['jobs', projectId], (jobs) =>
    jobs === undefined ? undefined : [job, ...jobs.filter((other) => other.job_id !== job.job_id)],
  )
  client.setQueryData<readonly Card[]>(['overview'], (cards) =>
    cards?.map((card) => (card.project.id === projectId ? { ...card, last_job: job } : card)),
  )
  if (job.status !== 'done' && job.status !== 'failed') return
  refresh('overview')
  refresh('quota')
  refresh('coverage', projectId)
}

function onMentions(event: { keyword_id: string }, refresh: Refresh): void {
  refresh('overview')
  refresh('quota')
  refresh('insights', event.keyword_id)
}

function onMessage(client: QueryClient, message: Message & { readonly unread: number }, refresh: Refresh): void {
  addToInbox(client, message)
  if (message.incident_id !== null) for (const key of ['incidents', 'incident']) refresh(key)
  notify(message, navigate)
}

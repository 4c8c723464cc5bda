import type { QueryClient } from '@tanstack/react-query'

// Why nobody is logged in any more; undefined when nobody was.
export type SessionEnd = 'expired' | 'left'

export function endSession(client: QueryClient, end: SessionEnd): void {
  if (client.getQueryData(['session']) == null) return
  client.setQueryData(['session', 'end'], end)
  client.setQueryData(['session'], null)
}

export function sessionEnd(client: QueryClient): SessionEnd | undefined {
  return client.getQueryData<SessionEnd>(['session', 'end'])
}

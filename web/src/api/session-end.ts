import type { QueryClient } from '@tanstack/react-query'

// Why the last session ended; undefined if there was none.
export type SessionEnd = 'expired' | 'logged-out'

export function endSession(client: QueryClient, end: SessionEnd): void {
  if (client.getQueryData(['session']) == null) return
  client.setQueryData(['session', 'end'], end)
  client.setQueryData(['session'], null)
}

export function sessionEnd(client: QueryClient): SessionEnd | undefined {
  return client.getQueryData<SessionEnd>(['session', 'end'])
}

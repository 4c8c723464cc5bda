import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './request.ts'
import { endSession } from './session-end.ts'

const RETRIES_MAX = 2

// Any 401 response means that the session has expired. Ending it shows the log-in page, which returns to the current page.
export function createQueryClient(): QueryClient {
  const endExpired = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) endSession(client, 'expired')
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: endExpired }),
    mutationCache: new MutationCache({ onError: endExpired }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < RETRIES_MAX,
        retryDelay: (count) => 400 * 2 ** count,
      },
    },
  })
  return client
}

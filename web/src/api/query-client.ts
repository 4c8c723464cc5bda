import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './request.ts'
import { endSession } from './session-end.ts'

const RETRIES_MAX = 2

// Any answer 401 means that the session is over. Forgetting it shows the log-in page, which remembers where one was.
export function createQueryClient(): QueryClient {
  const forget = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) endSession(client, 'expired')
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: forget }),
    mutationCache: new MutationCache({ onError: forget }),
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

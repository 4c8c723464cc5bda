import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { PantauError, UnauthorizedError, UnavailableError } from '../../../client/src/index.ts'
import { endSession } from './session-end.ts'

const RETRIES_MAX = 2

// Any 401 response means that the session has expired. Ending it shows the log-in page, which returns to the current page.
export function createQueryClient(): QueryClient {
  const endExpired = (error: Error): void => {
    if (error instanceof UnauthorizedError) endSession(client, 'expired')
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: endExpired }),
    mutationCache: new MutationCache({ onError: endExpired }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => !isFinal(error) && count < RETRIES_MAX,
        retryDelay: (count) => 400 * 2 ** count,
      },
    },
  })
  return client
}

// A mistake of the request, or an overload, after which the client has repeated it already.
function isFinal(error: Error): boolean {
  if (error instanceof UnavailableError) return true
  return error instanceof PantauError && error.status >= 400 && error.status < 500
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import type { ApiError } from '../lib/api.ts'
import { ownProfile } from '../lib/profile.ts'

/** Caches the server's responses for all back-office screens. */
export const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      refetchProfileIfForbidden(error)
      // What was read before the count began is shown no longer.
      if ((error as ApiError).code === 'drawer.blind') query.setState({ data: undefined })
    },
  }),
  mutationCache: new MutationCache({ onError: refetchProfileIfForbidden }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Retry network errors and 5xx once; never 4xx.
      retry: (count, error) => count < 1 && ((error as ApiError).status === 0 || (error as ApiError).status >= 500),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
/** A forbidden request can mean that the user's role has changed, so the profile is refetched. */
function refetchProfileIfForbidden(error: Error) {
  if ((error as ApiError).status === 403) void client.invalidateQueries({ queryKey: ownProfile.queryKey })
}

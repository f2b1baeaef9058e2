import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import type { ApiError } from '../lib/api.ts'
import { ownProfile } from '../lib/profile.ts'

/** What the back-office knows of the server's answers, for all its screens. */
export const client = new QueryClient({
  queryCache: new QueryCache({ onError: refused }),
  mutationCache: new MutationCache({ onError: refused }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Asks again where the server was not reached or failed; a refusal stands.
      retry: (count, error) => count < 1 && ((error as ApiError).status === 0 || (error as ApiError).status >= 500),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
/** Whoever is refused may have another role by now. */
function refused(error: Error) {
  if ((error as ApiError).status === 403) void client.invalidateQueries({ queryKey: ownProfile.queryKey })
}

import { useQuery } from '@tanstack/react-query'

import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { metaOf } from './query.ts'

/**
 * Reads the current values of a form in Settings, by a query of its own with this key. The values that all screens share
 * may be stale, and a later read must not replace what the user types.
 */
export const useFormQuery = <Answer>(e: Endpoint, form: string, queryFn: () => Promise<Answer>) =>
  useQuery({
    queryKey: [e.path, form],
    queryFn,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { ...metaOf(e), inForm: true },
  })

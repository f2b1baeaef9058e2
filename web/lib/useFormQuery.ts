import { useQuery } from '@tanstack/react-query'

/**
 * Reads the current values of a form in Settings, by a query of its own with this key. The values that all screens share
 * may be stale, and a later read must not replace what the user types.
 */
export const useFormQuery = <Answer>(queryKey: readonly [path: string, form: string], queryFn: () => Promise<Answer>) =>
  useQuery({ queryKey, queryFn, gcTime: 0, refetchOnWindowFocus: false })

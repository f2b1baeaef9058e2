import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { search } from '../../../contract/insight/search.ts'
import { read } from '../../lib/query.ts'

/** How long nobody types before the server is asked, in milliseconds. */
const pause = 250

/**
 * What the server finds for a text, once nobody types any more. Hits are always those of the text itself: what was
 * found for an older one is never shown, whenever its answer comes.
 */
export function useHits(text: string) {
  const wanted = text.trim()
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, pause)
  useEffect(() => ask(wanted), [ask, wanted])
  const { data, error, refetch, isFetching } = useQuery({
    ...read(search.find, { query: { q: asked } }),
    enabled: asked !== '' && asked === wanted,
    // Asking again is another search that is counted.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const current = asked === wanted
  return {
    hits: current && wanted !== '' ? (data?.data ?? none) : none,
    /** Whether these are the hits: nothing is looked for any more, or there is nothing to look for. */
    answered: wanted === '' || (current && data !== undefined),
    error: current && !isFetching ? error : null,
    askNow: () => setAsked(wanted),
    askAgain: () => void refetch(),
  }
}

const none: never[] = []

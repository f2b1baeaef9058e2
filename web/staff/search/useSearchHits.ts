import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { search } from '../../../contract/insight/search.ts'
import { readQuery } from '../../lib/query.ts'

/** The debounce delay before the server is queried, in milliseconds. */
const debounceDelay = 250

/**
 * Searches for a text after a debounce. Results always belong to the current text, even if the response to an earlier
 * text arrives later.
 */
export function useSearchHits(text: string) {
  const wanted = text.trim()
  const [searchedText, setSearchedText] = useState('')
  const searchSoon = useDebouncedCallback(setSearchedText, debounceDelay)
  useEffect(() => searchSoon(wanted), [searchSoon, wanted])
  const { data, error, refetch, isFetching } = useQuery({
    ...readQuery(search.find, { query: { q: searchedText } }),
    enabled: searchedText !== '' && searchedText === wanted,
    // The server counts searches, so a refetch would be counted twice.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const current = searchedText === wanted
  return {
    hits: current && wanted !== '' ? (data?.data ?? none) : none,
    /** Whether the results for the current text have arrived, or the text is empty. */
    answered: wanted === '' || (current && data !== undefined),
    error: current && !isFetching ? error : null,
    askNow: () => setSearchedText(wanted),
    askAgain: () => void refetch(),
  }
}

const none: never[] = []

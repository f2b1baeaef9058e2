import { useEffect } from 'react'

import { publicPaths } from '../../../contract/site/site.ts'

/** The shop front is a page of its own, not one of these screens. */
export function Home() {
  useEffect(() => location.replace(publicPaths.home), [])
  return null
}

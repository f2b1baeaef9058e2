import { useEffect } from 'react'

import { publicPaths } from '../../../contract/site/site.ts'

/** Loads the public home page, which is not a screen of this app. */
export function Home() {
  useEffect(() => location.replace(publicPaths.home), [])
  return null
}

import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { type Language, prefixOf } from '../../contract/languages.ts'
import { call } from '../lib/api.ts'
import { routes } from './routes.tsx'
import { SiteContext } from './site.ts'
import type { Words } from './words/words.ts'

/** Goes on with the page that the server rendered, in its language. */
export function hydrate(language: Language, words: Words) {
  const { origin, router: hydrationData } = JSON.parse(document.getElementById('state')!.textContent)
  const site = { language, words, origin }
  const router = createBrowserRouter(routes({ ...site, call }), { basename: prefixOf(language) || '/', hydrationData })
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <SiteContext value={site}>
        <RouterProvider router={router} />
      </SiteContext>
    </StrictMode>,
  )
}

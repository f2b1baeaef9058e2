import '../theme/tokens.css'
import '../theme/fonts.css'
import './site.css'
import './pages.css'
import './japanese.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { type Language, languageOf, prefixOf } from '../../contract/languages.ts'
import { call } from '../lib/api.ts'
import { routes } from './routes.tsx'
import { SiteContext } from './site.ts'
import type { Words } from './words/words.ts'

/** A file of its own for each language, of which a visitor loads one; the server has the page name it ahead. */
const wordsOf: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./words/en/index.ts')).en,
  tl: async () => (await import('./words/tl/index.ts')).tl,
  ja: async () => (await import('./words/ja/index.ts')).ja,
}

const { origin, router: hydrationData } = JSON.parse(document.getElementById('state')!.textContent)
const { language } = languageOf(location.pathname)
const site = { language, words: await wordsOf[language](), origin }
const basename = prefixOf(language) || '/'
const router = createBrowserRouter(routes({ ...site, call }), { basename, hydrationData })
hydrateRoot(
  document.getElementById('root')!,
  <StrictMode>
    <SiteContext value={site}>
      <RouterProvider router={router} />
    </SiteContext>
  </StrictMode>,
)

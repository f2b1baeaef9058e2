// Every page's styles: they are there before any script, and where none runs.
import '../theme/tokens.css'
import '../theme/fonts.css'
import './site.css'
import './pages/pages.css'
import './parts/vitrine.css'
import './shop/shop.css'
import './shop/item.css'
import './japanese.css'
import { isLanguage, type Language, languageOf } from '../../contract/shared/languages.ts'
import { chooseLanguage } from './frame/chosenLanguage.ts'
import type { Words } from './words/words.ts'

/** A file of its own for each language, of which a visitor loads one. */
const wordsOf: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./words/en/index.ts')).en,
  tl: async () => (await import('./words/tl/index.ts')).tl,
  ja: async () => (await import('./words/ja/index.ts')).ja,
}

/** Lets the browser answer a touch, or draw, before the next piece of work. */
const pause = () => new Promise((done) => setTimeout(done))

/**
 * A page is read, and its links lead on, before any script runs: on a slow line the scripts come when all that is seen
 * has come, and take nothing from it. They run piece by piece: a slow phone would not answer while all of them run.
 */
async function start() {
  const { language } = languageOf(location.pathname)
  const words = wordsOf[language]()
  await import('react-dom/client')
  await pause()
  await import('./router.ts')
  await pause()
  const { hydrate } = await import('./client.tsx')
  await pause()
  hydrate(language, await words)
}

// A language is chosen whether or not the rest has come by then.
addEventListener('click', ({ target }) => {
  const language = target instanceof Element && target.closest('.lang a')?.getAttribute('hreflang')
  if (isLanguage(language)) chooseLanguage(language)
})

// A browser that is too old (theme/browser.js) stays with the page as it is: its links and forms work without scripts.
const isOldBrowser = document.documentElement.dataset['browser'] === 'old'
if (!isOldBrowser && document.readyState === 'complete') void start()
else if (!isOldBrowser) addEventListener('load', () => void start())

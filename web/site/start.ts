// The HTML of every page links these styles, so that they load before the scripts and also without scripts.
import '../theme/tokens.css'
import '../theme/fonts.css'
import '../theme/focus.css'
import './site.css'
import './pages/pages.css'
import './parts/vitrine.css'
import './parts/box.css'
import './parts/questionForm.css'
import './shop/shop.css'
import './shop/item.css'
import './scanned/scanned.css'
import './japanese.css'
import { isLanguage, type Language, splitAddress } from '../../contract/shared/languages.ts'
import { chooseLanguage } from './frame/chosenLanguage.ts'
import type { Words } from './words/words.ts'

/** Each language is a separate chunk; a visitor loads only one. */
const loadWords: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./words/en/index.ts')).en,
  tl: async () => (await import('./words/tl/index.ts')).tl,
  ja: async () => (await import('./words/ja/index.ts')).ja,
}

/** Yields to the browser, so that it can handle input or paint between two tasks. */
const yieldToBrowser = () => new Promise((done) => setTimeout(done))

/**
 * Loads and runs the scripts in separate steps. The page is readable and its links work without them, so they load
 * after the visible content. Separate steps keep a slow phone responsive.
 */
async function start() {
  const { language } = splitAddress(location.pathname)
  const words = loadWords[language]()
  await import('react-dom/client')
  await yieldToBrowser()
  await import('./router.ts')
  await yieldToBrowser()
  const { hydrate } = await import('./client.tsx')
  await yieldToBrowser()
  hydrate(language, await words)
}

// Store the chosen language even before hydration.
addEventListener('click', ({ target }) => {
  const language = target instanceof Element && target.closest('.lang a')?.getAttribute('hreflang')
  if (isLanguage(language)) chooseLanguage(language)
})

// An old browser (theme/browser.js) keeps the server's HTML, whose links and forms work without scripts.
const isOldBrowser = document.documentElement.dataset['browser'] === 'old'
if (!isOldBrowser && document.readyState === 'complete') void start()
else if (!isOldBrowser) addEventListener('load', () => void start())

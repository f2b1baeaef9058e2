import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { publicAddress, type Language } from '../../../contract/shared/languages.ts'
import { Cross } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { offers } from '../words/offers.ts'
import { chooseLanguage, readChosenLanguage, onLanguageChange } from './chosenLanguage.ts'

/**
 * Offers a visitor the same page in the language that they chose before. It does not redirect, because the link may
 * have been sent to them in this language on purpose.
 */
export function LanguageOffer() {
  const { language } = useSite()
  // The server cannot know the language that was chosen in this browser.
  const chosen = useSyncExternalStore(onLanguageChange, readChosenLanguage, () => null)
  return chosen && chosen !== language ? <OfferLink chosen={chosen} language={language} /> : null
}

function OfferLink({ chosen, language }: Record<'chosen' | 'language', Language>) {
  const { pathname, search } = useLocation()
  const { words } = useSite()
  return (
    <aside className="offer" aria-label={words.frame.language}>
      <a className="under" lang={chosen} hrefLang={chosen} href={publicAddress(chosen, pathname + search)}>
        {offers[chosen]}
      </a>
      <button type="button" aria-label={words.frame.close} onClick={() => chooseLanguage(language)}>
        <Cross />
      </button>
    </aside>
  )
}

import { useLocation } from 'react-router'

import { publicAddress, languageNames, languages } from '../../../contract/shared/languages.ts'
import { useSite } from '../parts/site.ts'

const short = { en: 'EN', tl: 'TL', ja: languageNames.ja }

/**
 * Links to the same page in the other languages. Each language is a document of its own, so the links load a new page.
 * `start.ts` stores the chosen language, because it runs before this component.
 */
export function LanguageSwitch() {
  const { language, words } = useSite()
  const { pathname, search } = useLocation()
  return (
    <nav className="lang" aria-label={words.frame.language}>
      {languages.map((other) => (
        <a
          key={other}
          href={publicAddress(other, pathname + search)}
          lang={other}
          hrefLang={other}
          title={languageNames[other]}
          aria-current={other === language ? 'true' : undefined}
        >
          {short[other]}
        </a>
      ))}
    </nav>
  )
}

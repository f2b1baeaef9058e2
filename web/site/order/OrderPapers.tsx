import {
  type AgreedTerms,
  type OrderPage,
  type OrderPaper,
  orderPaperPathOf,
} from '../../../contract/order-page/order-page.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { useSite } from '../parts/site.ts'
import { orderWords } from './words/words.ts'

/** The papers to download, and what was agreed. The texts open on the page itself, also without scripts. */
export function OrderPapers({ order: { papers, terms } }: { order: OrderPage }) {
  return (
    <ul className="order-list order-papers">
      {papers.map((paper) => (
        <Paper key={paper.kind} paper={paper} />
      ))}
      {terms.map((one) => (
        <Terms key={one.kind} terms={one} />
      ))}
    </ul>
  )
}

function Paper({ paper: { kind, count } }: { paper: OrderPaper }) {
  const { language } = useSite()
  const words = orderWords[language]
  return (
    <li>
      {/* The invoice exists in English alone. */}
      <a
        href={publicAddress(language, orderPaperPathOf(kind))}
        hrefLang={kind === 'invoice' ? 'en' : language}
        download
      >
        <Sheet />
        <b>{words.paper[kind](count)}</b>
        <span className="num">PDF</span>
        <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 3v10M6 9.500l4 4 4-4M4 17h12" />
        </svg>
      </a>
    </li>
  )
}

function Terms({ terms: { kind, version, text, language } }: { terms: AgreedTerms }) {
  const page = useSite().language
  const words = orderWords[page]
  return (
    <li>
      <details>
        <summary>
          <Sheet />
          <b>{words.agreed[kind]}</b>
          <span className="num">{words.version(version)}</span>
          <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5 7.500l5 5 5-5" />
          </svg>
        </summary>
        <div className="order-terms" lang={language === page ? undefined : language}>
          {text}
        </div>
      </details>
    </li>
  )
}

const Sheet = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M5 2.500h6.500L15.500 6.500v11H5zM11.500 2.500v4h4M7.800 10.500h5M7.800 13.500h5" />
  </svg>
)

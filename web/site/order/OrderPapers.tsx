import type { AgreedTerms, OrderPage } from '../../../contract/order-page/order-page.ts'
import { useSite } from '../parts/site.ts'
import { orderWords } from './words/words.ts'

/** What was agreed. The texts open on the page itself, also without scripts. */
export function OrderPapers({ order: { terms } }: { order: OrderPage }) {
  return (
    <ul className="order-list order-papers">
      {terms.map((one) => (
        <Terms key={one.kind} terms={one} />
      ))}
    </ul>
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

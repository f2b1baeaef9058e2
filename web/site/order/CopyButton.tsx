import { useSite } from '../parts/site.ts'
import { orderWords } from './words/words.ts'

/** A button that copies a text, shown by the page's script alone. `name` says what is copied. */
export function CopyButton({ name, copied }: { name: string; copied: string }) {
  const words = orderWords[useSite().language]
  return (
    <>
      <button
        className="btn order-copy"
        type="button"
        hidden
        data-copy={copied}
        data-copied={words.copied}
        aria-label={`${words.copy}: ${name}`}
      >
        <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
          <g className="order-copy-sheets">
            <rect x="7.500" y="7.500" width="9" height="9" rx="1.500" />
            <path d="M12.500 7.500V5A1.500 1.500 0 0 0 11 3.500H5A1.500 1.500 0 0 0 3.500 5v6A1.500 1.500 0 0 0 5 12.500h2.500" />
          </g>
          <path className="order-copy-tick" d="M4 10.500l4 4 8-9" />
        </svg>
        <span>{words.copy}</span>
      </button>
      <output className="vh" />
    </>
  )
}

import { useHref, useLocation } from 'react-router'

import { useSite } from '../parts/site.ts'

/** Shown in place of a page that failed to load. */
export function Trouble() {
  const { frame } = useSite().words
  const here = useHref(useLocation())
  return (
    <section className="wrap page">
      <title>{frame.trouble}</title>
      <meta name="robots" content="noindex" />
      <h1>{frame.trouble}</h1>
      <p>{frame.troubleHelp}</p>
      <p>
        <a className="btn" href={here}>
          {frame.again}
        </a>
      </p>
    </section>
  )
}

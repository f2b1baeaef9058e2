import { Link } from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { Head } from '../parts/Head.tsx'
import { useSite } from '../parts/site.ts'

/**
 * What somebody sees who asks about a piece that has left the catalogue meanwhile. Their question stays readable, so that
 * it can be sent another way.
 */
export function GonePage({ question }: { question: string }) {
  const { item, shop } = useSite().words
  return (
    <div className="wrap">
      <Head title={item.gone} description={item.troubles.gone} hidden />
      <div className="nothing gone">
        <h1>{item.gone}</h1>
        <p role="alert">{item.troubles.gone}</p>
        {question.trim() && (
          <figure>
            <figcaption>{item.text}</figcaption>
            <blockquote>{question}</blockquote>
          </figure>
        )}
        <p>
          <Link className="btn go" to={publicPaths.contact}>
            {shop.contact}
          </Link>
          <Link className="btn" to={publicPaths.shop}>
            {shop.everything}
          </Link>
        </p>
      </div>
    </div>
  )
}

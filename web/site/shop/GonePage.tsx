import { Link } from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { Head } from '../parts/Head.tsx'
import { useSite } from '../parts/site.ts'

/**
 * Shown after a question about a piece that has left the catalogue. The page repeats the question, so that the visitor
 * can copy it and send it another way.
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

import { Link } from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { useSite } from '../parts/site.ts'

/** The anchor by which links lead to the guide on its page. */
const guideAnchor = 'live-selling'

/** The reseller's guide to selling live, in four steps: one sentence each, or with all points if `whole`. */
export function Guide({ whole = false }: { whole?: boolean }) {
  const { guide } = useSite().words
  return (
    <section className="guide" id={guideAnchor}>
      <div className="wrap">
        <div className="top">
          <h2>{guide.heading}</h2>
          <p>{guide.lead}</p>
        </div>
        <ol className="steps">
          {Object.entries(guide.steps).map(([key, step]) => (
            <li key={key}>
              <h3>{step.name}</h3>
              {whole ? (
                <ul>
                  {step.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ) : (
                <p>{step.short}</p>
              )}
            </li>
          ))}
        </ol>
        {!whole && (
          <Link className="under" to={`${publicPaths.services}#${guideAnchor}`}>
            {guide.whole}
          </Link>
        )}
      </div>
    </section>
  )
}

import { Link } from 'react-router'

import { karats } from '../../../contract/catalogue/karats.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { DrawnPicture } from '../parts/DrawnPicture.tsx'
import { Head } from '../parts/Head.tsx'
import { useSite } from '../parts/site.ts'
import { brooch } from '../parts/sitePictures.ts'

export function AboutPage() {
  const { about, frame } = useSite().words
  return (
    <>
      <Head title={about.title} description={about.description} />
      <section className="wrap about">
        <div>
          <h1>
            {about.heading[0]}
            <br />
            {about.heading[1]}
          </h1>
          {about.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <Link className="under" to={publicPaths.contact}>
              {frame.contact}
            </Link>
          </p>
        </div>
        <DrawnPicture of={brooch} sizes="(max-width: 900px) 100vw, 40vw" alt={about.picture} />
      </section>
      <section className="principles">
        <div className="wrap">
          <h2>{about.principles}</h2>
          <ul>
            {about.each.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap marks">
        <div>
          <h2>{about.marks}</h2>
          <p className="muted">{about.marksLead}</p>
        </div>
        <dl>
          {karats.map((karat) => (
            <div key={karat}>
              <dt>
                <Hallmark karat={karat} />
              </dt>
              <dd>{about.karats[karat]}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

import { karats } from '../../contract/karats.ts'
import hero640 from '../pictures/hero-640.webp'
import hero960 from '../pictures/hero-960.webp'
import hero1600 from '../pictures/hero-1600.webp'
import { Hallmark } from '../theme/Hallmark.tsx'
import { Head } from './Head.tsx'
import { useSite } from './site.ts'

export function HomePage({ missing = false }: { missing?: boolean }) {
  const { home } = useSite().words
  return (
    <>
      <Head title={home.title} description={home.description} hidden={missing} />
      <section className="hero">
        <div className="say">
          <h1>
            {home.hero[0]}
            <br />
            {home.hero[1]}
          </h1>
          <p>{home.lead}</p>
          <ul className="karats" aria-label={home.karats}>
            {karats.map((karat) => (
              <li key={karat}>
                <Hallmark karat={karat} />
              </li>
            ))}
          </ul>
        </div>
        <div className="art">
          <img
            src={hero960}
            srcSet={`${hero640} 640w, ${hero960} 960w, ${hero1600} 1600w`}
            sizes="(max-width: 900px) 100vw, 54vw"
            width={1600}
            height={1500}
            alt={home.picture}
            fetchPriority="high"
          />
        </div>
      </section>
      <section className="wrap intro">
        <p className="display">{home.introduction}</p>
        <p className="muted">{home.more}</p>
      </section>
    </>
  )
}

/** What is shown at an address that leads nowhere: the home page. */
export const NotFoundPage = () => <HomePage missing />

import { Link } from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { Head } from '../parts/Head.tsx'
import { useSite } from '../parts/site.ts'
import { Guide } from './Guide.tsx'
import { anchorOf, ServiceIcon, type ServiceKey, serviceKeys } from './ServiceIcon.tsx'
import { servicePictures } from './servicePictures.ts'

export function ServicesPage() {
  const { services } = useSite().words
  return (
    <>
      <Head title={services.title} description={services.description} />
      <div className="wrap page-h">
        <h1>{services.heading}</h1>
        <p>{services.lead}</p>
      </div>
      <nav className="wrap jump" aria-label={services.nine}>
        <ul>
          {serviceKeys.map((key) => (
            <li key={key}>
              <a href={`#${anchorOf(key)}`}>
                <ServiceIcon of={key} />
                {services.each[key].name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {serviceKeys.map((key) => (
        <Service key={key} of={key} />
      ))}
      <Guide whole />
      <section className="wrap closing">
        <p className="display">{services.closing}</p>
        <Link className="btn go big" to={publicPaths.contact}>
          {services.ask}
        </Link>
      </section>
    </>
  )
}

function Service({ of }: { of: ServiceKey }) {
  const { services } = useSite().words
  const { name, text, ready, course } = services.each[of]
  const anchor = anchorOf(of)
  return (
    <section className="wrap service" id={anchor} aria-labelledby={`${anchor}-name`}>
      <div>
        <h2 id={`${anchor}-name`}>{name}</h2>
        <p>{text}</p>
        <ServicePicture of={of} />
      </div>
      <div>
        <h3>{services.ready}</h3>
        <ul>
          {ready.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3>{services.course}</h3>
        <ol>
          {course.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Decorates a service. The text says everything, so screen readers skip the picture. */
function ServicePicture({ of }: { of: ServiceKey }) {
  const { avif, webp } = servicePictures[of]
  return (
    <picture>
      <source type="image/avif" srcSet={avif} />
      <img src={webp} width={640} height={640} alt="" loading="lazy" decoding="async" />
    </picture>
  )
}

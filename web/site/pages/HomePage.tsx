import { Link, useLoaderData } from 'react-router'

import { karats } from '../../../contract/catalogue/karats.ts'
import type { ShopItem } from '../../../contract/catalogue/shop.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { calls } from '../parts/calls.ts'
import { DrawnPicture } from '../parts/DrawnPicture.tsx'
import { describeShop } from '../parts/facts.ts'
import { Head, JsonLd } from '../parts/Head.tsx'
import { type Pages, useCompany, useSite } from '../parts/site.ts'
import { hero } from '../parts/sitePictures.ts'
import { Social } from '../parts/Social.tsx'
import { VitrineCard } from '../parts/VitrineCard.tsx'
import { Guide } from './Guide.tsx'
import { anchorOf, ServiceIcon, serviceKeys } from './ServiceIcon.tsx'

/**
 * Loads the newest pieces with a picture. A failed request gives an empty list, because the rest of the page is still
 * useful.
 */
export const homeLoader = ({ call, language }: Pages): Promise<ShopItem[]> =>
  call(calls.items, { query: { pageSize: 4, pictured: 'true', language } }).then(
    ({ data }) => data,
    () => [],
  )

export function HomePage({ missing = false }: { missing?: boolean }) {
  const { words, origin } = useSite()
  const { home } = words
  const company = useCompany()
  return (
    <>
      <Head title={home.title} description={home.description} path={publicPaths.home} hidden={missing} />
      {!missing && (
        <JsonLd data={describeShop(company, { url: `${origin}/`, image: new URL(hero.largest, origin).href })} />
      )}
      <Hero />
      <section className="wrap intro">
        <p className="display">{home.introduction}</p>
        <p className="muted">{home.more}</p>
      </section>
      <Vitrine />
      <NineServices />
      <Guide />
      <Social />
    </>
  )
}

/** The page for an unknown address: the home page with a message. */
export const NotFoundPage = () => <HomePage missing />

function Hero() {
  const { home } = useSite().words
  return (
    <section className="hero">
      <div className="say">
        <h1>
          {home.hero[0]}
          <br />
          {home.hero[1]}
        </h1>
        <p>{home.lead}</p>
        <div className="acts">
          <Link className="btn go big" to={publicPaths.shop}>
            {home.collection}
          </Link>
          <Link className="under" to={`${publicPaths.services}#${anchorOf('customOrders')}`}>
            {home.custom}
          </Link>
        </div>
        <ul className="karats" aria-label={home.karats}>
          {karats.map((karat) => (
            <li key={karat}>
              <Hallmark karat={karat} />
            </li>
          ))}
        </ul>
      </div>
      <div className="art">
        <DrawnPicture of={hero} sizes="(max-width: 900px) 100vw, 54vw" alt={home.picture} />
      </div>
    </section>
  )
}

function Vitrine() {
  const { home } = useSite().words
  const items = useLoaderData<ShopItem[]>()
  if (items.length === 0) return null
  return (
    <section className="wrap vitrine">
      <div className="sec-h">
        <h2>{home.vitrine}</h2>
        <Link className="under" to={publicPaths.shop}>
          {home.all}
        </Link>
      </div>
      <ul className="shelf">
        {items.map((item) => (
          <li key={item.itemID}>
            <VitrineCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NineServices() {
  const { services } = useSite().words
  return (
    <section className="services">
      <div className="wrap">
        <div className="sec-h">
          <h2>{services.nine}</h2>
          <Link className="under" to={publicPaths.services}>
            {services.all}
          </Link>
        </div>
        <ul className="nine">
          {serviceKeys.map((key) => (
            <li key={key}>
              <ServiceIcon of={key} />
              <h3>
                <Link to={`${publicPaths.services}#${anchorOf(key)}`}>{services.each[key].name}</Link>
              </h3>
              <p>{services.each[key].short}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

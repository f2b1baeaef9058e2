import { Link, type LoaderFunctionArgs, data, useActionData, useLoaderData } from 'react-router'

import type { ShopItem, ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { itemOfPath, itemPathOf, publicPaths } from '../../../contract/site/site.ts'
import { homeLoader, NotFoundPage } from '../pages/HomePage.tsx'
import { Assay } from '../parts/Assay.tsx'
import { Availability } from '../parts/Availability.tsx'
import { calls } from '../parts/calls.ts'
import { CategoryName } from '../parts/CategoryName.tsx'
import { Clauses } from '../parts/Clauses.tsx'
import { Head } from '../parts/Head.tsx'
import { formatPrice } from '../parts/numbers.ts'
import type { Refused } from '../parts/QuestionForm.tsx'
import { type Pages, useSite } from '../parts/site.ts'
import { Term } from '../parts/Term.tsx'
import { Unit, VitrineCard } from '../parts/VitrineCard.tsx'
import { AskForm } from './AskForm.tsx'
import { Facts } from './Facts.tsx'
import { Gallery } from './Gallery.tsx'
import { GonePage } from './GonePage.tsx'
import { ItemFacts } from './ItemFacts.tsx'

/**
 * Loads the piece that the address names. If the shop does not display it, loads the data of the home page, which is
 * then shown with status 404.
 */
export const itemLoader =
  (pages: Pages) =>
  async ({ params }: LoaderFunctionArgs) => {
    const loadHome = async () => data(await homeLoader(pages), 404)
    const itemID = itemOfPath(`${publicPaths.shop}/${params['id']}`)
    if (itemID === null) return loadHome()
    return pages.call(calls.item, { id: itemID, query: { language: pages.language } }).then(
      (answer) => answer.data,
      (error: { status?: number }) => {
        if (error.status === 404) return loadHome()
        throw error
      },
    )
  }

export function ItemPage() {
  const loaded = useLoaderData<ShopItemDetails | ShopItem[]>()
  const refused = useActionData<Refused>()
  // Each piece has its own key, so that a new piece starts with its first picture and an empty form.
  if (!Array.isArray(loaded)) return <Piece key={loaded.itemID} item={loaded} />
  return refused ? <GonePage question={refused.asked.text ?? ''} /> : <NotFoundPage />
}

function Piece({ item }: { item: ShopItemDetails }) {
  const { language, words } = useSite()
  const { item: texts, frame } = words
  return (
    <div className="wrap">
      <ItemHead item={item} />
      <nav className="crumbs" aria-label={texts.crumbs}>
        <ol>
          <li>
            <Link to={publicPaths.shop}>{frame.products}</Link>
          </li>
          <li>
            <Link to={`${publicPaths.shop}?categoryID=${item.categoryID}`}>
              <CategoryName of={item} />
            </Link>
          </li>
        </ol>
      </nav>
      <article className="item">
        <Gallery item={item} />
        <div>
          <h1 {...langAttribute(item.itemNameLanguage, language)}>
            <Clauses text={item.itemName} />
          </h1>
          <p className="big-price num price">
            {formatPeso(item.price)} <Unit uom={item.uom} />
          </p>
          <Assay item={item} />
          <Availability item={item} detailed />
          {item.description && (
            <p className="told" {...langAttribute(item.descriptionLanguage, language)}>
              {item.description}
            </p>
          )}
          <Facts item={item} />
          <OtherGolds items={item.otherGolds} />
          <div className="ask">
            <a className="btn go big" href="#ask">
              {texts.ask}
            </a>
            <p className="muted">{texts.askHint}</p>
          </div>
        </div>
      </article>
      <AskForm item={item} />
      {item.goesWith.length > 0 && (
        <section className="goes-with">
          <div className="sec-h">
            <h2>{texts.goesWith}</h2>
          </div>
          <ul className="shelf">
            {item.goesWith.map((other) => (
              <li key={other.itemID}>
                <VitrineCard item={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Links to the same piece in other golds. */
function OtherGolds({ items }: { items: readonly ShopItem[] }) {
  const { item: texts } = useSite().words
  if (items.length === 0) return null
  return (
    <section className="other-golds">
      <h2>{texts.otherGolds}</h2>
      <ul>
        {items.map((other) => (
          <li key={other.itemID}>
            <Link to={itemPathOf(other.itemID)}>
              <Assay item={other} />
              {other.metal && <Term text={other.metal} />}
              <span className="num">{formatPrice(other.price)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ItemHead({ item }: { item: ShopItemDetails }) {
  const { words } = useSite()
  return (
    <>
      <Head
        title={item.itemName}
        description={(item.description ?? words.item.description(item.itemName)).slice(0, 300)}
        path={itemPathOf(item.itemID)}
        {...(item.picture !== null && { picture: item.picture })}
      />
      <ItemFacts item={item} />
    </>
  )
}

/** Returns the `lang` attribute of a text in another language than the page's. */
const langAttribute = (own: string, page: string) => (own === page ? {} : { lang: own })

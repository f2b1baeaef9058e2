import { Link } from 'react-router'

import { shortNameOf } from '../../../contract/catalogue/piece-names.ts'
import type { ShopItem } from '../../../contract/catalogue/shop.ts'
import { itemPathOf } from '../../../contract/site/site.ts'
import { Assay } from './Assay.tsx'
import { Availability } from './Availability.tsx'
import { Clauses } from './Clauses.tsx'
import { formatPrice } from './numbers.ts'
import { NoPicture, Picture } from './Picture.tsx'
import { useSite } from './site.ts'
import { Term } from './Term.tsx'

/** The width of a card: a quarter of the page, or half of it on a phone. */
const sizes = '(max-width: 900px) calc(50vw - 28px), (max-width: 1340px) 24vw, 302px'

/**
 * One piece in the catalogue. The whole card links to its page. `eager` is for cards that are visible without
 * scrolling.
 */
export function VitrineCard({ item, eager = false }: { item: ShopItem; eager?: boolean }) {
  const { language } = useSite()
  return (
    <article className="card">
      <div className="pic">
        {item.picture === null ? (
          <NoPicture />
        ) : (
          <Picture path={item.picture} focus={item.pictureFocus} alt="" sizes={sizes} eager={eager} />
        )}
      </div>
      <h3>
        <Link
          to={itemPathOf(item.itemID)}
          lang={item.itemNameLanguage === language ? undefined : item.itemNameLanguage}
        >
          <Clauses text={shortNameOf(item)} />
        </Link>
      </h3>
      {item.metal && (
        <p className="metal">
          <Term text={item.metal} />
        </p>
      )}
      <p className="price num">
        {formatPrice(item.price)} <Unit uom={item.uom} />
      </p>
      <Assay item={item} />
      <Availability item={item} />
    </article>
  )
}

/** The unit of a price, if it is not one piece. */
export function Unit({ uom }: Pick<ShopItem, 'uom'>) {
  const { perGram, perPair } = useSite().words.shop
  return uom === 'PCS' ? null : <small>{uom === 'BULK' ? perGram : perPair}</small>
}

import type { ShopItem } from '../../../contract/catalogue/shop.ts'
import { formatWhole } from './numbers.ts'
import { useSite } from './site.ts'

type Props = { item: Pick<ShopItem, 'availability' | 'leadTimeDays'>; detailed?: boolean }

/** Shows whether a piece is in stock, when it would be made, or that it is sold out. A card has the short words. */
export function Availability({ item: { availability, leadTimeDays: days }, detailed = false }: Props) {
  const { shop, item } = useSite().words
  if (availability === 'inStock') return <p className="availability">{shop.availability.inStock}</p>
  if (availability === 'soldOut') return <p className="availability sold-out">{shop.soldOut}</p>
  const madeIn = detailed ? item.madeInAbout : shop.madeIn
  return (
    <p className="availability to-order">{days ? madeIn(days, formatWhole(days)) : shop.availability.madeToOrder}</p>
  )
}

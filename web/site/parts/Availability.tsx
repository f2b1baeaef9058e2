import type { ShopItem } from '../../../contract/catalogue/shop.ts'
import { formatWhole } from './numbers.ts'
import { useSite } from './site.ts'

/** Shows on a card whether a piece is in stock or made to order. */
export function Availability({ item }: { item: Pick<ShopItem, 'availability' | 'leadTimeDays'> }) {
  const { words } = useSite()
  const { availability, madeIn } = words.shop
  if (item.availability === 'inStock') return <p className="availability">{availability.inStock}</p>
  const days = item.leadTimeDays
  return <p className="availability to-order">{days ? madeIn(days, formatWhole(days)) : availability.madeToOrder}</p>
}

import type { ShopItem } from '../../../contract/catalogue/shop.ts'
import { whole } from './numbers.ts'
import { useSite } from './site.ts'

/** Whether a piece can be had at once, as a card tells it. */
export function Availability({ item }: { item: Pick<ShopItem, 'availability' | 'leadTimeDays'> }) {
  const { words } = useSite()
  const { availability, madeIn } = words.shop
  if (item.availability === 'inStock') return <p className="availability">{availability.inStock}</p>
  const days = item.leadTimeDays
  return <p className="availability to-order">{days ? madeIn(days, whole(days)) : availability.madeToOrder}</p>
}

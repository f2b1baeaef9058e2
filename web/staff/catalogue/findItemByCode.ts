import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { call } from '../../lib/api.ts'

/**
 * Returns the item with exactly this barcode or item code, ignoring case: an Active one, or any with `inactiveToo`.
 */
export async function findItemByCode(code: string, inactiveToo = false): Promise<ItemRow | undefined> {
  const { data } = await call(items.list, { query: { code, ...(!inactiveToo && { status: 'true' }) } })
  return data[0]
}

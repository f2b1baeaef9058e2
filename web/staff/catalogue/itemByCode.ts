import { type ItemRow, items } from '../../../contract/items.ts'
import { call } from '../../lib/api.ts'

/** The Active item with exactly this barcode or item code, whatever its case. */
export async function itemByCode(code: string): Promise<ItemRow | undefined> {
  const { data } = await call(items.list, { query: { status: 'true', code } })
  return data[0]
}

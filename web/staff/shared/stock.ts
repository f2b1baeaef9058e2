import { recordPath, screens, type ScreenPath } from '../../../contract/shared/screens.ts'
import type { documentTypes, InventoryRow, MovementRow, movementKinds } from '../../../contract/stock/inventory.ts'
import { quantity } from '../../lib/format.ts'

/** What the figures of a row of stock are of. */
export type OfStock = Pick<InventoryRow, 'quantity' | 'reserved' | 'item'>

/** A row of stock in one line, to choose it by. */
export const stockName = ({
  item,
  location,
  inventoryType,
}: Pick<InventoryRow, 'item' | 'location' | 'inventoryType'>) =>
  `${item.itemName} (${item.itemCode}), ${location.locationName}, ${inventoryType.typeName}`

/** An amount of stock in words: pieces and pairs as a number, BULK in grams. */
export function amount(value: number, { uom }: Pick<InventoryRow['item'], 'uom'>) {
  const figure = quantity(value).replace('-', '−')
  return uom === 'BULK' ? `${figure} g` : figure
}

/** A change of stock with its sign: `+10`, `−3 g`. */
export const signed = (value: number, item: Pick<InventoryRow['item'], 'uom'>) =>
  `${value < 0 ? '−' : '+'}${amount(Math.abs(value), item)}`

/** Whether it is time to order again; a threshold of 0 says never. */
export const isLow = ({ quantity: onHand, reOrderThreshold }: InventoryRow) =>
  reOrderThreshold > 0 && onHand <= reOrderThreshold

export const kindNames: Record<(typeof movementKinds)[number], string> = {
  opening: 'Opening stock',
  sale: 'Sale',
  refund: 'Refund',
  receiving: 'Receiving',
  adjustment: 'Adjustment',
  transfer: 'Transfer',
  correction: 'Correction',
}

type DocumentType = (typeof documentTypes)[number]

/** The documents that move stock: what one without a number is called, and its screen. */
const documents: Record<Exclude<DocumentType, 'inventory'>, { name: string; screen: ScreenPath }> = {
  sale: { name: 'Sale', screen: screens.sales },
  receiving: { name: 'Receiving', screen: screens.receivings },
  adjustment: { name: 'Adjustment', screen: screens.inventoryAdjustments },
  transfer: { name: 'Transfer', screen: screens.stockTransfers },
  import: { name: 'Import', screen: screens.imports },
}

/** What made a movement: its number and its address, none where that is the row of stock itself. */
export function documentOf({ documentType, documentID, documentNumber }: MovementRow) {
  if (documentType === 'inventory') return { name: `Inventory ${documentID}`, path: null }
  const { name, screen } = documents[documentType]
  return { name: documentNumber ?? `${name} ${documentID}`, path: recordPath(screen, documentID) }
}

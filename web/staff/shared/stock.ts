import { recordPathOf, screens, type ScreenPath } from '../../../contract/shared/screens.ts'
import type { documentTypes, InventoryRow, MovementRow, movementKinds } from '../../../contract/stock/inventory.ts'
import { formatInUnit, formatPeso } from '../../lib/format.ts'

/** The item of a stock row, without the fields of its assay line. */
export type StockItem = Omit<InventoryRow['item'], 'grams' | 'karat' | 'stone' | 'price' | 'cost'>

/** The fields of a stock row that its figures need. */
export type StockFigures = Pick<InventoryRow, 'quantity' | 'reserved'> & {
  /** The key of the item, which some rows have beside it and some within it. */
  itemID?: number
  item: StockItem & { itemID?: number }
}

/** The fields that name a stock row. */
export type NamedStock = Pick<InventoryRow, 'location' | 'inventoryType'> & { item: StockItem }

/** Describes a row of stock in one line, for a select field. */
export const stockName = ({ item, location, inventoryType }: NamedStock) =>
  `${item.itemName} (${item.itemCode}), ${location.locationName}, ${inventoryType.typeName}`

/** Formats an amount of stock: pieces and pairs as a number, BULK in grams. */
export const formatAmount = (value: number, { uom }: Pick<InventoryRow['item'], 'uom'>) =>
  formatInUnit(value, uom).replace('-', '−')

/** Formats a change of stock with its sign: `+10`, `−3 g`. */
export const formatSigned = (value: number, item: Pick<InventoryRow['item'], 'uom'>) =>
  `${value < 0 ? '−' : '+'}${formatAmount(Math.abs(value), item)}`

/** Formats a change of value with its sign: `+₱61.50`, `−₱61.50`. */
export const formatSignedPeso = (pesos: number) => `${pesos < 0 ? '−' : '+'}${formatPeso(Math.abs(pesos))}`

/** Whether the stock is at or below its reorder threshold. A threshold of 0 never matches. */
export const isLow = ({ quantity: onHand, reOrderThreshold }: InventoryRow) =>
  reOrderThreshold > 0 && onHand <= reOrderThreshold

/** Whether the row has goods that wait for the workshop. */
export const isInRepair = ({ typeCode, quantity }: InventoryRow) => typeCode === 'repair' && quantity > 0

export const kindNames: Record<(typeof movementKinds)[number], string> = {
  opening: 'Opening stock',
  sale: 'Sale',
  refund: 'Refund',
  receiving: 'Receiving',
  adjustment: 'Adjustment',
  transfer: 'Transfer',
  correction: 'Correction',
  revaluation: 'Revaluation',
  repair: 'Repair',
  trade_in: 'Trade-in',
}

type DocumentType = (typeof documentTypes)[number]

/** The documents that move stock. Each has its screen, and a name that is used when the document has no number. */
const documents: Record<Exclude<DocumentType, 'inventory' | 'revaluation'>, { name: string; screen: ScreenPath }> = {
  sale: { name: 'Sale', screen: screens.sales },
  receiving: { name: 'Receiving', screen: screens.receivings },
  adjustment: { name: 'Adjustment', screen: screens.inventoryAdjustments },
  transfer: { name: 'Transfer', screen: screens.stockTransfers },
  import: { name: 'Import', screen: screens.imports },
  repair: { name: 'Repair return', screen: screens.repairReturns },
  trade_in: { name: 'Trade-in', screen: screens.tradeIns },
}

/** Returns the name and path of the document behind a movement. A stock row itself and a revaluation have no screen. */
export function documentOf({ documentType, documentID, documentNumber }: MovementRow) {
  if (documentType === 'inventory') return { name: `Inventory ${documentID}`, path: null }
  if (documentType === 'revaluation') return { name: `Revaluation ${documentID}`, path: null }
  const { name, screen } = documents[documentType]
  return { name: documentNumber ?? `${name} ${documentID}`, path: recordPathOf(screen, documentID) }
}

import type { documentTypes, InventoryRow, MovementRow, movementKinds } from '../../../contract/inventory.ts'
import { recordPath, screens, type ScreenPath } from '../../../contract/screens.ts'
import { quantity } from '../../lib/format.ts'

/** An amount of stock in words: pieces and pairs as a number, BULK in grams. */
export const amount = (value: number, { uom }: Pick<InventoryRow['item'], 'uom'>) =>
  uom === 'BULK' ? `${quantity(value)} g` : quantity(value)

/** A change of stock with its sign: `+10`, `−3 g`. */
export const signed = (value: number, item: InventoryRow['item']) =>
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

/** The screens of the documents that move stock; a row's opening and corrections are its own. */
const documentScreens: Partial<Record<(typeof documentTypes)[number], ScreenPath>> = { sale: screens.sales }

/** What made a movement: its number, and its address where it has a screen. */
export function documentOf({ documentType, documentID, documentNumber }: MovementRow) {
  const screen = documentScreens[documentType]
  return {
    name: documentType === 'inventory' ? '' : (documentNumber ?? `No. ${documentID}`),
    path: screen && recordPath(screen, documentID),
  }
}

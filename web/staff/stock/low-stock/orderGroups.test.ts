import { expect, test } from 'vitest'

import type { LowStockRow } from '../../../../contract/stock/low-stock.ts'
import { createOrderGroups, findQuantityProblem, type OrderRequest } from './orderGroups.ts'

const row = (over: Partial<LowStockRow> & { itemID: number; itemName?: string; uom?: 'PCS' | 'PAIR' | 'BULK' }) => {
  const { itemName = `Ring ${over.itemID}`, uom = 'PCS', ...rest } = over
  return {
    locationID: 1,
    location: { locationName: 'Main' },
    supplierID: null,
    supplier: null,
    item: { itemName, itemCode: '', uom, image_url: null },
    ...rest,
  } as LowStockRow
}
const aurum = { supplierID: 7, supplier: { supplierName: 'Aurum' } }
const kinse = { supplierID: 3, supplier: { supplierName: 'Kinse' } }
const cebu = { locationID: 2, location: { locationName: 'Cebu' } }
const order = (of: LowStockRow, quantity: number | null): OrderRequest => ({ row: of, quantity })

test('drafts one order per supplier and location, with items without a supplier last', () => {
  const groups = createOrderGroups([
    order(row({ itemID: 1 }), 4),
    order(row({ itemID: 2, ...kinse }), 5),
    order(row({ itemID: 3, ...aurum }), 6),
    order(row({ itemID: 4, ...aurum, ...cebu }), 7),
    order(row({ itemID: 5, ...aurum }), 8),
  ])
  expect(groups.map(({ supplierName, locationName, draft }) => [supplierName, locationName, draft])).toEqual([
    ['Aurum', 'Cebu', { supplierID: 7, locationID: 2, items: [{ itemID: 4, orderQty: 7 }] }],
    [
      'Aurum',
      'Main',
      {
        supplierID: 7,
        locationID: 1,
        items: [
          { itemID: 3, orderQty: 6 },
          { itemID: 5, orderQty: 8 },
        ],
      },
    ],
    ['Kinse', 'Main', { supplierID: 3, locationID: 1, items: [{ itemID: 2, orderQty: 5 }] }],
    [null, 'Main', { supplierID: undefined, locationID: 1, items: [{ itemID: 1, orderQty: 4 }] }],
  ])
})

test('adds up an item that is low in two types of stock in one line', () => {
  const beads = row({ itemID: 1, itemName: 'Gold beads', uom: 'BULK' })
  const [group] = createOrderGroups([order(beads, 0.1), order({ ...beads, inventoryTypeID: 2 }, 0.2)])
  expect(group!.draft.items).toEqual([{ itemID: 1, orderQty: 0.3 }])
  expect(group!.lines).toEqual(['0.3 g × Gold beads'])
})

test.each([
  ['PCS', 3, null],
  ['PCS', 0.5, 'Whole pieces'],
  ['PAIR', 1.5, 'Whole pairs'],
  ['BULK', 0.125, null],
  ['BULK', 0.0001, 'At most 3 decimals'],
  ['BULK', 0, 'More than 0'],
  ['PCS', -1, 'More than 0'],
  ['PCS', null, 'More than 0'],
  ['PCS', Number.NaN, 'More than 0'],
] as const)('%s: %s', (uom, quantity, trouble) => {
  expect(findQuantityProblem(order(row({ itemID: 1, uom }), quantity))).toBe(trouble)
})

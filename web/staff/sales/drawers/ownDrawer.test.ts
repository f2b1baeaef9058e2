// Proves that the screens find the drawer of a browser as the trigger of the money ledger does, and say its state.
import { expect, test } from 'vitest'

import type { DrawerRow } from '../../../../contract/drawers/drawers.ts'
import { describeMovement, describeState, formatMoved, reasonsFor } from './drawerWords.ts'
import { findOwnDrawer } from './useDrawers.ts'

const stamps = { createdByID: 1, modifiedByID: null, createdAt: '', updatedAt: '' }
const drawer = (drawerID: number, locationID: number, over: Partial<DrawerRow> = {}): DrawerRow => ({
  drawerID,
  drawerName: `Counter ${drawerID}`,
  locationID,
  locationName: `Shop ${locationID}`,
  countsYen: false,
  status: true,
  session: null,
  ...stamps,
  ...over,
})

test('the chosen drawer comes first, then the only active one of the location, then none', () => {
  const [one, two, far] = [drawer(1, 1), drawer(2, 1), drawer(3, 2)]
  const inactive = drawer(4, 1, { status: false })
  const all = [one, two, far, inactive]
  expect(findOwnDrawer(all, 3, 1)).toBe(far)
  expect(findOwnDrawer(all, 4, 2)).toBe(far)
  expect(findOwnDrawer(all, null, 1)).toBeNull()
  expect(findOwnDrawer([one, far, inactive], null, 1)).toBe(one)
  expect(findOwnDrawer(all, undefined, 9)).toBeNull()
  // The page of the drawers has no location: the only active drawer of the shop is used.
  expect(findOwnDrawer([one, inactive], null, null)).toBe(one)
  expect(findOwnDrawer([one, far], null, null)).toBeNull()
})

test('the state names the time, another day and the person', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const session = { drawerSessionID: 7, number: 'Z-0042', openedAt: '2026-11-28T00:02:00Z', openedByName: 'Joy' }
  const say = (over: Partial<DrawerRow>) => describeState(drawer(1, 1, over), 'Asia/Tokyo', now)
  expect(say({})).toBe('Closed')
  expect(say({ status: false })).toBe('Inactive')
  expect(say({ session: { ...session, status: 'Open' } })).toBe('Open since 09:02 by Joy')
  expect(say({ session: { ...session, status: 'Counting', openedAt: '2026-11-27T00:02:00Z' } })).toBe(
    'Being counted, open since 27 Nov 2026, 09:02 by Joy',
  )
  expect(say({ session: { ...session, status: 'Open', openedByName: null } })).toBe('Open since 09:02')
})

test('a movement says what it adds to the drawer', () => {
  const out = { movementID: 1, note: null, at: '', byName: null, correctsID: null, currency: 'PHP' } as const
  const supplier = { ...out, kind: 'cash_out', reason: 'supplier', amount: 1250.5 } as const
  expect([describeMovement(supplier), formatMoved(supplier)]).toEqual(['Cash out: supplier', '−₱1,250.50'])
  const back = { ...supplier, correctsID: 1, amount: -1250.5 }
  expect([describeMovement(back), formatMoved(back)]).toEqual(['Cash out: supplier, taken back', '+₱1,250.50'])
  const yen = { ...out, kind: 'opening_difference', reason: null, currency: 'JPY', amount: -500 } as const
  expect([describeMovement(yen), formatMoved(yen)]).toEqual(['Difference to the last close', '−¥500'])
  expect(reasonsFor('cash_in').map(({ value }) => value)).not.toContain('supplier')
})

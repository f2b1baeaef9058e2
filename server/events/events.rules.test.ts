// Proves how the changes of a transaction become events and a header.
import { expect, test } from 'vitest'

import { composeEvents, describeChanges, type Happened, type Note } from './events.rules.ts'
import { isNotBefore, isVisible, parsePlace } from './place.rules.ts'
import { mayReceive, receivedBy } from './receivers.rules.ts'

const happened = (type: Happened['type'], id: number | null, more: Partial<Happened> = {}): Happened => ({
  type,
  entity: type.split('.')[0] as Happened['entity'],
  id,
  userID: 7,
  recipientID: null,
  callID: null,
  ...more,
})

test('touched records belong to the last event that is no message', () => {
  const rows = composeEvents([
    happened('customer.created', 3),
    { touched: 'inventory', ids: [5, 6, 5] },
    happened('sale.completed', 12),
    { touched: 'item', ids: [] },
    happened('notification.sent', null),
  ])
  expect(rows.map(({ type, touched }) => [type, touched])).toEqual([
    ['customer.created', null],
    ['sale.completed', { inventory: [5, 6] }],
    ['notification.sent', null],
  ])
})

test('an event is told once, and more than fifty of a type are one', () => {
  const twice = composeEvents([happened('item.changed', 1), happened('item.changed', 2), happened('item.changed', 1)])
  expect(twice.map(({ id }) => id)).toEqual([2, 1])
  const many = Array.from({ length: 51 }, (_, n) => happened('item.created', n + 1))
  expect(composeEvents(many)).toMatchObject([{ type: 'item.created', id: null }])
  expect(composeEvents(many.slice(1))).toHaveLength(50)
  const touched: Note[] = [happened('import.created', 1), { touched: 'item', ids: many.map(({ id }) => id!) }]
  expect(composeEvents(touched)[0]!.touched).toEqual({ item: [] })
})

test('the header names every changed record, and a star means many', () => {
  expect(describeChanges([])).toBe('')
  expect(
    describeChanges([
      happened('sale.paid', 12),
      { touched: 'inventory', ids: [3, 4] },
      happened('sale.completed', 12),
      happened('notification.sent', null),
      { touched: 'item', ids: [] },
    ]),
  ).toBe('sale=12;inventory=3,4;notification=*')
})

test('a place sees the transactions that had committed', () => {
  const { snapshot } = parsePlace('7-1-5:1700000000:10:20:12,15')!
  const visible = Array.from({ length: 30 }, (_, n) => BigInt(n)).filter((one) => isVisible(snapshot, one))
  expect(visible.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 16, 17, 18, 19])
  for (const wrong of ['', '7-1-5:1:10:20', '7-1:1:10:20:', '7-1-5:1:10:20:x', `7-1-5:1:${'1'.repeat(20)}:20:`])
    expect(parsePlace(wrong)).toBeNull()
})

test('a later snapshot sees what an earlier one sees, although an old transaction still runs', () => {
  const [earlier, later, older] = ['10:20:12,15', '12:30:12,25', '10:20:11,12,15'].map(
    (text) => parsePlace(`7-1-5:1:${text}`)!.snapshot,
  )
  expect(isNotBefore(later!, earlier!)).toBe(true)
  expect(isNotBefore(earlier!, earlier!)).toBe(true)
  expect(isNotBefore(earlier!, later!)).toBe(false)
  // Transaction 11 has committed in the one and runs in the other.
  expect(isNotBefore(older!, earlier!)).toBe(false)
})

test('a user receives only what the role may read, the own account, and messages of their own', () => {
  const about = (type: Happened['type'], id: number | null, recipientID: number | null = null) => ({
    ...happened(type, id, { recipientID }),
    by: null,
    touched: null,
  })
  const [unassigned, staff, admin] = ([0, 3, 1] as const).map((roleID) => ({ userID: 10 + roleID, roleID }))
  const heardBy = (one: ReturnType<typeof about>) =>
    [unassigned!, staff!, admin!].map((receiver) => mayReceive(receiver, one))
  expect(heardBy(about('sale.paid', 1))).toEqual([false, true, true])
  expect(heardBy(about('user.changed', 10))).toEqual([true, false, true])
  expect(heardBy(about('system.run_recorded', null))).toEqual([false, false, true])
  expect(heardBy(about('notification.sent', null, 13))).toEqual([false, true, false])
  const touched = { ...about('sale.paid', 1), touched: { item: [1], user: [2] } }
  expect(receivedBy(staff!, [touched])[0]!.touched).toEqual({ item: [1] })
})

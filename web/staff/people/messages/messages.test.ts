import { expect, test } from 'vitest'

import type { NotificationRow } from '../../../../contract/people/notifications.ts'
import { choiceOf, inTwo, thingOf } from './messages.ts'

const message = (over: Partial<NotificationRow>): NotificationRow => ({
  notificationID: 7,
  kind: 'lowStock',
  message: 'Jump rings are low at Main: 38.5 g left',
  link: '/inventory?id=12',
  createdAt: '2026-11-20T01:42:00Z',
  readAt: null,
  ...over,
})

test('a sentence is read in two parts, or in one', () => {
  expect(inTwo('Ring is low at Main: 3 left: hurry')).toEqual(['Ring is low at Main', '3 left: hurry'])
  expect(inTwo('₱600.00 of SO-2026-000012 is overdue')).toEqual(['₱600.00 of SO-2026-000012 is overdue', ''])
  expect(inTwo('Liza registered at 10:42')).toEqual(['Liza registered at 10:42', ''])
})

test('a question is opened by its own key, everything else by the message’s', () => {
  expect(choiceOf(message({}))).toEqual({ name: 'message', key: 7 })
  expect(choiceOf(message({ kind: 'question', link: '/messages?id=31' }))).toEqual({ name: 'id', key: 31 })
  // Whatever stands in its place: the message itself can still be read.
  expect(choiceOf(message({ kind: 'question', link: '/messages' }))).toEqual({ name: 'message', key: 7 })
})

test('a link says what it leads to', () => {
  expect(['/sales?id=1', '/purchase-order?id=1', '/users?id=4', '/elsewhere'].map(thingOf)).toEqual([
    'sale',
    'purchase order',
    'user',
    'record',
  ])
})

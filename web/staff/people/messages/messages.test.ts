import { expect, test } from 'vitest'

import type { NotificationRow } from '../../../../contract/people/notifications.ts'
import { choiceOf, splitSentence, subjectWordOf } from './messages.ts'

const message = (over: Partial<NotificationRow>): NotificationRow => ({
  notificationID: 7,
  kind: 'lowStock',
  message: 'Jump rings are low at Main: 38.5 g left',
  entity: 'inventory',
  entityID: 12,
  link: '/inventory?id=12',
  createdAt: '2026-11-20T01:42:00Z',
  readAt: null,
  ...over,
})

test('splits a sentence at its first colon', () => {
  expect(splitSentence('Ring is low at Main: 3 left: hurry')).toEqual(['Ring is low at Main', '3 left: hurry'])
  expect(splitSentence('₱600.00 of SO-2026-000012 is overdue')).toEqual(['₱600.00 of SO-2026-000012 is overdue', ''])
  expect(splitSentence('Liza registered at 10:42')).toEqual(['Liza registered at 10:42', ''])
})

test('opens a question by its key and any other message by the message key', () => {
  expect(choiceOf(message({}))).toEqual({ name: 'message', key: 7 })
  expect(choiceOf(message({ kind: 'question', entity: 'question', entityID: 31 }))).toEqual({ name: 'id', key: 31 })
})

test('names the subject of a message', () => {
  expect(['sale', 'purchaseOrder', 'user', 'supplier'].map(subjectWordOf)).toEqual([
    'sale',
    'purchase order',
    'user',
    'record',
  ])
})

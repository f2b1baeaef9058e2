// Proves how pasted text becomes comments.
import { expect, test } from 'vitest'

import { splitPaste } from './split-paste.ts'

const live = { startedAt: new Date('2026-12-04T11:00:00Z'), timeZone: 'Asia/Tokyo' }
const at = (time: string) => new Date(`2026-12-04T${time}+09:00`)

test.each([
  ['Ana Reyes: mine po!!', { name: 'Ana Reyes', text: 'mine po!!', writtenAt: null }],
  ['20:14:07 Ana Reyes: mine', { name: 'Ana Reyes', text: 'mine', writtenAt: at('20:14:07') }],
  ['[20:14:07] Ana: 10:45 pa ako free', { name: 'Ana', text: '10:45 pa ako free', writtenAt: at('20:14:07') }],
  ['8:14:07 PM - Ana: mine', { name: 'Ana', text: 'mine', writtenAt: at('20:14:07') }],
  ['20:14:07\tAna\tmine 12', { name: 'Ana', text: 'mine 12', writtenAt: at('20:14:07') }],
  ['Ana\tmine 12', { name: 'Ana', text: 'mine 12', writtenAt: null }],
  // Within a minute the piece on show may change, so this time is no order.
  ['20:14 Ana: mine', { name: 'Ana', text: 'mine', writtenAt: null }],
  ['佐藤 由美: 16 mine です', { name: '佐藤 由美', text: '16 mine です', writtenAt: null }],
  ['mine', { name: '?', text: 'mine', writtenAt: null }],
])('%s', (line, expected) => {
  expect(splitPaste(line, live)).toEqual([expected])
})

test('times after midnight belong to the next day, and blank lines are gaps', () => {
  expect(splitPaste('23:59:59 Ana: mine\r\n\r\n00:00:01 Bea: mine', live).map(({ writtenAt }) => writtenAt)).toEqual([
    new Date('2026-12-04T14:59:59Z'),
    new Date('2026-12-04T15:00:01Z'),
  ])
})

test('a line without a name continues the comment before it', () => {
  expect(splitPaste('Ana: mine\nyung may bato', live)).toMatchObject([{ name: 'Ana', text: 'mine\nyung may bato' }])
})

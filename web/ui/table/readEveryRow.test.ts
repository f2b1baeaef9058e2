import { expect, test } from 'vitest'

import { readEveryRow, rowsAtOnce } from './readEveryRow.ts'

/** Creates a ledger of `movements`, newest first. After each page that is read, `busy` more movements are added. */
function ledger(movements: number, busy = 0) {
  let written = movements
  const calls: number[] = []
  const pageOf = async (page: number) => {
    calls.push(page)
    const newest = written - (page - 1) * rowsAtOnce
    const data = Array.from({ length: Math.max(0, Math.min(rowsAtOnce, newest)) }, (_, n) => ({ id: newest - n }))
    const answer = { data, meta: { total: written } }
    written += busy
    return answer
  }
  return { pageOf, calls }
}
const idOf = ({ id }: { id: number }) => id
const countdown = (from: number) => Array.from({ length: from }, (_, n) => from - n)

test.each([0, 1, 99, 100, 101, 200, 5000])(
  'reads each of %d rows once, in the order of the list',
  async (movements) => {
    const { pageOf, calls } = ledger(movements)
    const told: number[] = []
    const rows = await readEveryRow(pageOf, idOf, (count) => told.push(count))
    expect(rows.map(idOf)).toEqual(countdown(movements))
    expect(calls).toHaveLength(Math.max(1, Math.ceil(movements / rowsAtOnce)))
    expect(told.at(-1)).toBe(movements)
  },
)

test('reads each of 5,000 rows once while new rows arrive', async () => {
  const { pageOf } = ledger(5000, 3)
  expect((await readEveryRow(pageOf, idOf)).map(idOf)).toEqual(countdown(5000))
})

test('stops when the list shrinks', async () => {
  const answers = [{ data: Array.from({ length: 100 }, (_, id) => ({ id })), meta: { total: 150 } }]
  const rows = await readEveryRow(async (page) => answers[page - 1] ?? { data: [], meta: { total: 150 } }, idOf)
  expect(rows).toHaveLength(100)
})

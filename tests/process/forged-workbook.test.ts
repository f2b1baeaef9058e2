// Proves that a forged workbook, which would need more memory than there is, is refused, and that the server answers
// others meanwhile.
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'

import { testApp } from '../support/fixtures.ts'
import { formOf } from '../support/pictures.ts'
import { changeParts, isSheet } from '../support/workbooks.ts'

const { as } = await testApp()
const staff = as(3)

test('a sheet that fills the memory is refused while others are answered', async () => {
  // Each row has one cell, in the last column that Excel has, so every row becomes 16,384 cells.
  const row = (n: number) => `<row r="${n}"><c r="XFD${n}" t="n"><v>1</v></c></row>`
  const rows = Array.from({ length: 100_000 }, (_, n) => row(n + 2)).join('')
  const small = await writeExcelFile([[{ value: 'Item code' }]]).toBuffer()
  const forged = await changeParts(small, (part, sheet) =>
    isSheet(part) ? sheet.replace('</sheetData>', `${rows}</sheetData>`) : sheet,
  )
  const check = { isDone: false }
  const sent = staff(
    'POST',
    '/api/v1/imports/check',
    formOf({ kind: 'items' }, { 'forged.xlsx': forged }, 'file'),
  ).finally(() => (check.isDone = true))
  let answered = 0
  while (!check.isDone) {
    expect((await staff('GET', '/api/v1/imports')).status).toBe(200)
    answered++
  }
  const { status, body } = await sent
  expect([status, body.message]).toEqual([
    415,
    'This workbook needs too much time or memory. Save it as CSV, and choose that',
  ])
  expect(answered).toBeGreaterThan(5)
}, 120_000)

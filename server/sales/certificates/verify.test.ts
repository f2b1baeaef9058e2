// Proves that the verification of the books finds each contradiction between certificates, their numbers, pieces and sales.
import { expect, test } from 'vitest'

import { findContradictionsAfter } from '../../../tests/support/contradictions.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, as } = await testApp()
const manager = as(2)

async function certify(quantity: number) {
  const { itemID } = await stockItem(db, { quantity: 9 })
  const { body } = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    complete: true,
    items: [{ itemID, orderQty: quantity }],
    payments: [{ paymentTypeID: 1, amount: 1000 * quantity }],
  })
  const { salesTransactionID: id, items } = body.data
  const { body: made } = await manager('POST', `/api/v2/sales/${id}/certificates`, {
    lines: [{ salesItemID: items[0].salesItemID }],
  })
  return { itemID, certificates: made.data, transactionNumber: body.data.transactionNumber }
}
const { certificates, itemID: _, ...first } = await certify(2)
const other = await certify(1)
const { body: replaced } = await manager('POST', `/api/v1/certificates/${certificates[1].certificateID}/reissue`, {
  reason: 'lost',
})
const [one, two] = certificates as { certificateID: number; certificateNumber: string; pieceNumber: string }[]
const three = replaced.data as { certificateID: number; certificateNumber: string }
const year = one!.certificateNumber.slice(3, 7)

const off = [
  'alter table certificate disable trigger user',
  'alter table certificate_revocation disable trigger user',
  'drop index certificate_first_of_unit',
  'alter table certificate drop constraint certificate_number_unique',
  'alter table certificate drop constraint certificate_of_one_piece',
]

test('finds nothing in right books', async () => {
  expect(await findContradictions(db)).toEqual([])
})

test.each([
  [
    'a certificate that was deleted',
    `delete from certificate where certificate_id = ${one!.certificateID}`,
    `Certificate number AC-${year}-000001 is missing`,
  ],
  [
    'a number of its own',
    `update certificate set certificate_number = 'AC-${year}-000099' where certificate_id = ${one!.certificateID}`,
    `Certificate AC-${year}-000099 has a number that was never given`,
  ],
  [
    'a number that is none',
    `update certificate set certificate_number = 'AC-${year}-x' where certificate_id = ${one!.certificateID}`,
    `Certificate AC-${year}-x has a number that was never given`,
  ],
  [
    'a number that stands twice',
    `update certificate set certificate_number = '${two!.certificateNumber}' where certificate_id = ${one!.certificateID}`,
    `Certificate number ${two!.certificateNumber} stands 2 times`,
  ],
  [
    'two certificates of one piece',
    `update certificate set unit = 2 where certificate_id = ${one!.certificateID}`,
    `${one!.pieceNumber} has 2 certificates that count`,
  ],
  [
    'a replaced certificate that counts again',
    `delete from certificate_revocation where certificate_id = ${two!.certificateID}`,
    `Certificate ${three.certificateNumber} replaces ${two!.certificateNumber}, which still counts`,
  ],
  [
    'a certificate that replaces that of another piece',
    `update certificate set unit = 1 where certificate_id = ${two!.certificateID}`,
    `Certificate ${three.certificateNumber} replaces ${two!.certificateNumber}, which is of another piece`,
  ],
  [
    'a certificate of another item',
    `update certificate set item_id = ${other.itemID} where certificate_id = ${one!.certificateID}`,
    `Certificate ${one!.certificateNumber} is of another item than its line of sale ${first.transactionNumber}`,
  ],
  [
    'a piece that was not sold',
    `update certificate set unit = 3 where certificate_id = ${one!.certificateID}`,
    `Certificate ${one!.certificateNumber} is of piece 3 of a line that has only 2`,
  ],
])('finds %s', async (_, statement, sentence) => {
  expect(await findContradictionsAfter(db, ...off, statement)).toContain(sentence)
})

test('finds a guard that is off and a rule that is gone', async () => {
  const found = await findContradictionsAfter(db, ...off)
  expect(found).toEqual(
    expect.arrayContaining([
      'The guard certificate_is_final of table certificate is switched off',
      'The guard certificate_revocation_is_final of table certificate_revocation is switched off',
      'The rule certificate_number_unique of table certificate is not there',
      'The rule certificate_first_of_unit of table certificate is not there',
    ]),
  )
})

// Proves that a certificate's paper is one page of A5 with its fonts, in three languages, that its QR code leads to the
// check, and that the rosette is stored once however many pages there are.
import { expect, test } from 'vitest'

import { checkAddressOf } from '../../../contract/sales/certificate-rules.ts'
import { pagesOf, scan, within } from '../../../tests/support/drawn-codes.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { readPdfTexts } from '../../../tests/support/pdf-text.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { itemTranslation } from '../../db/schema/catalogue.ts'

const { db, as } = await testApp({ links: { publicUrl: 'https://amihan.example' } })
const [manager, staff] = [as(2), as(3)]

const { itemID } = await stockItem(db, {
  quantity: 9,
  itemName: 'Ring "of" <b>M&M</b> (東)',
  karat: '22K',
  metal: 'Yellow gold',
  stone: 'Emerald',
  grams: 4.85,
  netGrams: 4.486,
})
await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: 'エメラルドリング' })
await manager(
  'POST',
  `/api/v1/item-images/${itemID}`,
  formOf({}, { 'a.png': await drawPicture('red', { width: 400, height: 300 }) }),
)
const { body: customer } = await staff('POST', '/api/v2/customers', {
  firstName: 'Hana',
  lastName: 'Sato',
  contactNo: '1',
  email: 'hana@buyer.example',
  customerTypeID: 1,
})
const { customerID } = customer.data
await staff('PUT', `/api/v1/customers/${customerID}/messages`, { language: 'ja', refused: false })
const { body: sale } = await staff('POST', '/api/v2/sales', {
  locationID: 1,
  transactionTypeID: 1,
  customerID,
  complete: true,
  items: [{ itemID, orderQty: 2 }],
  payments: [{ paymentTypeID: 1, amount: 2000 }],
})
const { body: made } = await staff('POST', `/api/v2/sales/${sale.data.salesTransactionID}/certificates`, {
  lines: [{ salesItemID: sale.data.items[0].salesItemID }],
})
const [first, second] = made.data as { certificateID: number; certificateNumber: string; code: string }[]
const print = async (query: string) => {
  const { status, body, headers } = await staff('GET', `/api/v1/certificates/pdf?${query}`)
  return { status, file: body as Buffer, headers }
}

test.each([
  ['en', 'Certificate of authenticity', 'Yellow gold', '4.850 g, of which gold 4.486 g'],
  ['tl', 'Sertipiko ng pagiging tunay', 'Dilaw na ginto', '4.850 g, ginto 4.486 g'],
  ['ja', '品質証明書', 'イエローゴールド', '4.850 g（うち地金 4.486 g）'],
])('states the facts in %s, without price and owner', async (language, ...wanted) => {
  const { status, file, headers } = await print(`ids=${first!.certificateID}&language=${language}`)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const texts = readPdfTexts(file)
  for (const text of [...wanted, '22K', '916', first!.certificateNumber]) expect(texts).toContain(text)
  const all = texts.join('\n')
  expect(all).not.toMatch(/Sato|Hana|1,000|1000|₱/)
  expect(file.toString('latin1').match(/\/FontFile2/g)!.length).toBeGreaterThan(3)
  const [page] = pagesOf(file)
  expect([Math.round(page!.width), Math.round(page!.height)]).toEqual([210, 148])
})

test('the QR code of 23 mm with four modules of margin leads to the check', async () => {
  const { file } = await print(`ids=${first!.certificateID}&language=en`)
  const [page] = pagesOf(file)
  const area = { x: 174, y: 106.5, width: 23, height: 23 }
  const squares = within(page!.bars, area).filter(({ width }) => width < 20)
  expect(scan(squares, area)).toEqual({
    text: checkAddressOf('https://amihan.example', first!.code),
    format: 'QR_CODE',
  })
  const left = Math.min(...squares.map(({ x }) => x)) - area.x
  const module = Math.min(...squares.map(({ width }) => width))
  expect(left / module).toBeCloseTo(4, 1)
})

test('prints many certificates, each in the customer’s language, with one rosette', async () => {
  const { file } = await print(`ids=${first!.certificateID},${second!.certificateID}`)
  expect(pagesOf(file)).toHaveLength(2)
  expect(readPdfTexts(file)).toContain('品質証明書')
  expect(file.toString('latin1').match(/\/Subtype \/Form/g)).toHaveLength(4)
})

test('a logo and a long name fit, and a revoked certificate is not printed', async () => {
  const { status } = await manager('PUT', `/api/v1/certificates/${second!.certificateID}/revoke`, { reason: 'lost' })
  expect(status).toBe(200)
  const refused = await staff('GET', `/api/v1/certificates/pdf?ids=${second!.certificateID}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${second!.certificateNumber} is revoked: it is not printed any more`,
  ])
  for (const query of ['', 'ids=', 'ids=999999', `ids=${first!.certificateID},999999`])
    expect([query, [400, 404].includes((await print(query)).status)]).toEqual([query, true])
})

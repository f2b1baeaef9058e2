import { createHash } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { publicAddress, languages } from '../../contract/shared/languages.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { hostileText } from '../../tests/support/hostile-text.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { category, itemTranslation } from '../db/schema/catalogue.ts'
import { companyProfile } from '../db/schema/company.ts'

// Proves that text from users stays text: in a page, its head, its state, the sitemap, structured data and files.

const text = hostileText('Araw')
const { app, db, as, tokens } = await testApp({ withPages: true, links: { publicUrl: 'https://amihan.example' } })
const { itemID } = await stockItem(db, {
  itemName: text,
  itemCode: text,
  description: text,
  metal: text,
  stone: text,
  size: text,
  certificateNumber: text,
  quantity: 3,
})
await db
  .update(category)
  .set({ categoryName: text, description: text, categoryCode: text })
  .where(eq(category.categoryID, 1))
await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: `指輪 ${text}`, description: text })
await db.insert(companyProfile).values({
  companyName: text,
  registrationNumber: text,
  companyEmail: 'a@shop.example',
  companyPhone: text,
  companyPhoneSecondary: text,
  companyAddress: text,
  taxDetails: text,
})

const raw = ['<img src=x', '</script><script>owned', '" onmouseover="']
const search = `/shop?search=${encodeURIComponent(text)}&metal=${encodeURIComponent(text)}`
const pages = [
  '/',
  '/about',
  '/contact',
  '/services',
  '/shop',
  search,
  `/shop/${itemID}`,
  `/nowhere?${encodeURIComponent(text)}`,
]

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')

test.each(languages.flatMap((language) => pages.map((path) => publicAddress(language, path))))('%.60s', async (url) => {
  const { body, headers } = await app.inject(url)
  expect([body.includes('&lt;img src=x'), headers['location']]).toEqual([true, undefined])
  const blocks = [...body.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  const outside = blocks.reduce((rest, [block]) => rest.replace(block, ''), body)
  expect(raw.filter((piece) => outside.includes(piece))).toEqual([])
  const policy = String(headers['content-security-policy'])
  // Every script block is our own file, a script whose hash the policy lists, or data that parses and cannot close its
  // block.
  for (const [, attributes = '', content = ''] of blocks) {
    if (attributes.includes('src="/assets/') || policy.includes(`'sha256-${hashOf(content)}'`)) continue
    expect(attributes).toMatch(/type="application\/(ld\+)?json"/)
    expect(JSON.parse(content)).toBeTypeOf('object')
  }
  expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/)
})

test('gives search engines the exact text of an item', async () => {
  const { body } = await app.inject(`/shop/${itemID}`)
  const facts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json!),
  )
  expect(facts).toContainEqual(expect.objectContaining({ name: text }))
})

test('writes valid XML for the sitemap, with any item names', async () => {
  const { body } = await app.inject('/sitemap.xml')
  expect(raw.filter((piece) => body.includes(piece))).toEqual([])
  expect(
    body.replaceAll(/<\/?(urlset|url|loc|lastmod|xhtml:link|image:\w+)\b[^<>]*>|<\?xml[^<>]*\?>/g, ''),
  ).not.toMatch(/[<>]/)
})

test('quotes the text in a report’s file, and shows it as plain text in a PDF', async () => {
  const body = {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    customer: {
      firstName: text.slice(0, 100),
      lastName: text.slice(0, 100),
      contactNo: '1',
      email: 'c@shop.example',
      customerTypeID: 1,
    },
    remarks: `=cmd|' /C calc'!A0 ${text}`,
  }
  const sold = await as(3)('POST', '/api/v2/sales', body)
  expect(sold.status).toBe(201)
  const headers = { authorization: `Bearer ${tokens.get(3)}` }
  const csv = await app.inject({ url: '/api/v1/reports/sale-lines?format=csv&from=2020-01-01&to=2099-01-01', headers })
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.headers['x-content-type-options']).toBe('nosniff')
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
  const pdf = await app.inject({ url: `/api/v2/sales/${sold.body.data.salesTransactionID}/pdf`, headers })
  expect(pdf.statusCode).toBe(200)
  expect(pdf.rawPayload.toString('latin1')).not.toMatch(
    /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile|SubmitForm)\b/,
  )
})

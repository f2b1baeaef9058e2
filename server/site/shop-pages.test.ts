import { afterAll, expect, test } from 'vitest'

import { languages, prefixOf } from '../../contract/shared/languages.ts'
import { z } from '../../contract/shared/zod.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { createApp } from '../app.ts'
import { category, itemTranslation } from '../db/schema/catalogue.ts'
import { dailyCount } from '../db/schema/insight.ts'
import { question } from '../db/schema/messages.ts'

// Proves that browsers without scripts get the complete catalogue.
const { db, pictureStore } = await testApp({ connections: 10 })
const app = await createApp({ db, pictureStore, withPages: true })
afterAll(() => app.close())

const { itemID } = await stockItem(db, {
  itemName: 'Ring </script><b>&',
  description: '<img src=x onerror=alert(1)>',
  karat: '18K',
  metal: 'Yellow gold',
  price: 128000,
  quantity: 1,
})
const inactive = await stockItem(db, { itemName: 'Secret', status: false })
const offSite = await stockItem(db, { itemName: 'Secret too', onSite: false })
await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: '指輪', description: null })

const get = (url: string) => app.inject({ method: 'GET', url })
const send = (url: string, form: Record<string, string>, remoteAddress = '198.51.100.1') =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
const asked = { name: 'Maricel', email: 'maricel@mail.example', text: 'Size 9?' }

test.each(languages)('renders the catalogue and an item completely on the server in %s', async (language) => {
  const list = await get(`${prefixOf(language)}/shop?karat=18K&metal=&minPrice=&maxPrice=`)
  expect(list.statusCode).toBe(200)
  expect(list.body).toContain(`href="${prefixOf(language)}/shop/${itemID}"`)
  expect(list.body).toContain('₱128,000')
  const piece = await get(`${prefixOf(language)}/shop/${itemID}`)
  expect(piece.statusCode).toBe(200)
  // A text without translation is marked as English.
  expect(piece.body).toContain(language === 'ja' ? '<h1>指輪</h1>' : '<h1')
  expect(piece.body.includes('<h1 lang="en">')).toBe(language === 'tl')
  expect(piece.body.includes('<p class="told" lang="en">')).toBe(language !== 'en')
})

test('keeps an item’s own text plain, in the page and in structured data', async () => {
  const { body } = await get(`/shop/${itemID}`)
  expect(body).not.toContain('<b>&')
  expect(body).not.toContain('<img src=x')
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(json)).toMatchObject({
    name: 'Ring </script><b>&',
    offers: { price: '128000.00', priceCurrency: 'PHP', availability: 'https://schema.org/InStock' },
  })
})

test.each([inactive.itemID, offSite.itemID, 2_147_483_647, 'x', '0', '01', '%00'])(
  'shows the home page with 404 for /shop/%s',
  async (key) => {
    const { statusCode, body } = await get(`/shop/${key}`)
    expect(statusCode).toBe(404)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('Secret')
  },
)

test('reads a malformed address as far as possible, and redirects a page past the end to the last', async () => {
  const hostile = await get('/shop?page=-1&karat=9K&categoryID=x&metal=%00&minPrice=cheap&sort=cost&search=%00&x=1')
  expect(hostile.statusCode).toBe(200)
  expect(hostile.body).toContain('1 piece<')
  const far = await get('/ja/shop?page=99&sort=price')
  expect([far.statusCode, far.headers.location]).toEqual([302, '/ja/shop?sort=price'])
})

test('counts every search, although pages are cached for seconds', async () => {
  const searches = async () => (await db.select().from(dailyCount)).find(({ kind }) => kind === 'search')?.count ?? 0
  const before = await searches()
  for (let n = 0; n < 3; n++) expect((await get('/tl/shop?search=ring')).statusCode).toBe(200)
  expect(await searches()).toBe(before + 3)
  await get('/tl/shop')
  await get('/tl/shop?search=')
  expect(await searches()).toBe(before + 3)
})

test('posts a question to the item’s own page, and redirects to a page of thanks', async () => {
  const sent = await send(`/ja/shop/${itemID}`, asked)
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/ja/shop/${itemID}?asked=1#ask`])
  expect((await get(`/ja/shop/${itemID}?asked=1`)).body).toContain('ご質問を受け取りました')
  expect(await db.select().from(question)).toMatchObject([{ ...asked, itemID, language: 'ja' }])
})

test('shows errors in the page’s language, beside the text that was typed', async () => {
  const sent = await send(`/tl/shop/${itemID}`, { name: '', email: 'not "one"', text: 'Magkano?' })
  expect(sent.statusCode).toBe(400)
  expect(sent.body).toContain('Pakisulat po ang pangalan ninyo')
  expect(sent.body).toContain('Mukhang hindi ito email address')
  expect(sent.body).toContain('value="not &quot;one&quot;"')
  expect(sent.body).toContain('Magkano?')
  expect((await send(`/shop/${itemID}`, {})).statusCode).toBe(400)
  expect((await send(`/shop/${itemID}`, { ...asked, text: 'x'.repeat(2001) })).statusCode).toBe(400)
  expect(await db.select().from(question)).toHaveLength(1)
})

test.each([
  ['en', 'This piece is no longer on show'],
  ['tl', 'Wala na ang pirasong ito sa katalogo'],
  ['ja', 'この商品の掲載は終了しました'],
] as const)('%s: refuses a question about a newly inactive item, and keeps the typed text', async (language, said) => {
  const address = `198.51.100.${50 + languages.indexOf(language)}`
  const path = `${prefixOf(language)}/shop/${inactive.itemID}`
  const { statusCode, body } = await send(
    path,
    { ...asked, email: `${language}@mail.example`, text: 'Size <9>?' },
    address,
  )
  expect(statusCode).toBe(422)
  expect(body).toContain(`<h1>${said}</h1>`)
  expect(body).toContain('Size &lt;9&gt;?')
  expect(body).toContain(`href="${prefixOf(language)}/contact"`)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect(body).not.toContain('Secret')
  expect(await db.select().from(question)).toHaveLength(1)
})

test('limits questions by the visitor’s address, not by the server’s own', async () => {
  const from = (n: number) => send(`/shop/${itemID}`, { ...asked, email: `a${n}@mail.example` }, '198.51.100.9')
  for (let n = 0; n < 5; n++) expect((await from(n)).statusCode).toBe(303)
  const refused = await from(5)
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('That is many questions in a short time')
  const other = await send(`/shop/${itemID}`, { ...asked, email: 'b@mail.example' }, '198.51.100.10')
  expect(other.statusCode).toBe(303)
})

test('refuses URL-encoded forms at the API', async () => {
  expect((await send('/api/shop/questions', asked)).statusCode).toBe(415)
})

const Url = z.url()
const Money = z.string().regex(/^\d+\.\d\d$/)
const Quantity = z.strictObject({
  '@type': z.literal('QuantitativeValue'),
  value: z.number().positive(),
  unitCode: z.string(),
})
/** The fields that search engines require of an offered item, and our additional ones; no others. */
const Product = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('Product'),
  '@id': Url,
  name: z.string().min(1),
  sku: z.string().min(1),
  category: z.string().min(1),
  image: z.array(Url),
  description: z.string().min(1).optional(),
  material: z.string().min(1).optional(),
  size: z.string().min(1).optional(),
  weight: Quantity.optional(),
  offers: z.strictObject({
    '@type': z.literal('Offer'),
    url: Url,
    price: Money,
    priceCurrency: z.literal('PHP'),
    availability: z.enum([
      'https://schema.org/InStock',
      'https://schema.org/MadeToOrder',
      'https://schema.org/SoldOut',
    ]),
    seller: z.strictObject({ '@type': z.literal('JewelryStore'), name: z.string().min(1) }),
    priceSpecification: z
      .strictObject({
        '@type': z.literal('UnitPriceSpecification'),
        price: Money,
        priceCurrency: z.literal('PHP'),
        unitCode: z.literal('GRM'),
      })
      .optional(),
    deliveryLeadTime: Quantity.optional(),
  }),
})
const BreadcrumbList = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int(),
        name: z.string().min(1),
        item: Url,
      }),
    )
    .length(3),
})

test('gives search engines the required data of an item, and no staff data', async () => {
  const ordered = await stockItem(db, {
    itemName: 'Solitaire',
    uom: 'BULK',
    price: 10.5,
    metal: 'White gold',
    size: 'Japan 12',
    leadTimeDays: 21,
  })
  for (const language of languages)
    for (const key of [itemID, ordered.itemID]) {
      const { body } = await get(`${prefixOf(language)}/shop/${key}`)
      const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
      const [product, crumbs, ...more] = blocks.map(([, json]) => JSON.parse(json!))
      expect(more).toEqual([])
      const { '@id': id, offers } = Product.parse(product)
      const { pathname } = new URL(id)
      expect([pathname, offers.url]).toEqual([`${prefixOf(language)}/shop/${key}`, id])
      const trail = BreadcrumbList.parse(crumbs).itemListElement
      expect(trail.map(({ position }) => position)).toEqual([1, 2, 3])
      expect(trail[2]!.item).toBe(id)
    }
})

test.each([
  ['en', 'Sold out · ask us', 'Made to order in about 21 days'],
  ['tl', 'Ubos na · magtanong po', 'Ipapagawa, mga 21 araw'],
  ['ja', '売り切れ・ご相談ください', '受注製作・納期は約21日'],
] as const)('says in %s of a piece without stock whether it can be made', async (language, soldOut, made) => {
  const gone = await stockItem(db, { itemName: 'Gone band', price: 500 })
  const ordered = await stockItem(db, { itemName: 'Ordered band', price: 500, leadTimeDays: 21 })
  const [gonePage, orderedPage] = await Promise.all(
    [gone, ordered].map(async (one) => (await get(`${prefixOf(language)}/shop/${one.itemID}`)).body),
  )
  expect(gonePage).toContain(`sold-out">${soldOut}</p>`)
  expect(gonePage).toContain('"availability":"https://schema.org/SoldOut"')
  expect(gonePage).not.toContain('deliveryLeadTime')
  expect(orderedPage).toContain(made)
  expect(orderedPage).toContain('"availability":"https://schema.org/MadeToOrder"')
  const { body } = await get(`${prefixOf(language)}/shop?availability=soldOut`)
  expect(body).toContain(`sold-out">${soldOut}</p>`)
  expect(body).not.toContain('Ordered band')
})

test('structured data names the category as the page shows it', async () => {
  const named = { categoryCode: 'EN', categoryName: 'Engagement rings', japaneseName: '婚約指輪' }
  const [{ categoryID } = { categoryID: 0 }] = await db.insert(category).values(named).returning()
  const { itemID } = await stockItem(db, { categoryID })
  const namesIn = async (prefix: string) => {
    const { body } = await get(`${prefix}/shop/${itemID}`)
    const [product, crumbs] = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!),
    )
    const [, shown] = /<a href="[^"]*\?categoryID=\d+"[^>]*>(.*?)<\/a>/.exec(body) ?? []
    return [Product.parse(product).category, BreadcrumbList.parse(crumbs).itemListElement[1]!.name, shown]
  }
  expect(await namesIn('/ja')).toEqual(['婚約指輪', '婚約指輪', '婚約指輪'])
  expect(await namesIn('')).toEqual(['Engagement rings', 'Engagement rings', 'Engagement rings'])
})

const linksOf = (body: string) =>
  [...body.matchAll(/<link rel="(canonical|alternate)"[^>]*href="https?:\/\/[^/]+([^"]*)"/g)].map(([, rel, path]) => [
    rel,
    path,
  ])

test('indexes each page of the catalogue, but no filtered or searched page', async () => {
  for (let n = 0; n < 13; n++) await stockItem(db, {})
  const plain = await get('/ja/shop')
  expect(linksOf(plain.body)).toEqual([
    ['canonical', '/ja/shop'],
    ['alternate', '/shop'],
    ['alternate', '/tl/shop'],
    ['alternate', '/ja/shop'],
    ['alternate', '/shop'],
  ])
  expect(plain.body).toMatch(
    /<a [^>]*rel="next"[^>]*href="\/ja\/shop\?page=2"|<a [^>]*href="\/ja\/shop\?page=2"[^>]*rel="next"/,
  )
  const second = await get('/shop?page=2')
  expect(linksOf(second.body)[0]).toEqual(['canonical', '/shop?page=2'])
  expect(second.body).toMatch(/rel="prev"/)
  for (const query of ['karat=18K', 'search=ring', 'karat=18K&page=1', 'minPrice=5', 'availability=inStock']) {
    const { body, statusCode } = await get(`/shop?${query}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(linksOf(body)).toEqual([])
  }
  // A different order shows the same items, so the address of the default order is canonical.
  expect(linksOf((await get('/shop?sort=price')).body)[0]).toEqual(['canonical', '/shop'])
  const { body } = await get('/sitemap.xml')
  for (const language of languages) expect(body).toContain(`${prefixOf(language)}/shop/${itemID}</loc>`)
  for (const hidden of [inactive, offSite]) expect(body).not.toContain(`/shop/${hidden.itemID}</loc>`)
})

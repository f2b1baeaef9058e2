import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { publicAddress, languages } from '../../contract/shared/languages.ts'
import { publicPaths } from '../../contract/site/site.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { companyProfile } from '../db/schema/company.ts'

const origin = 'https://amihan.example'
const hostile = '</script><script>alert("1")</script>&<b>'

const { app, db } = await testApp({ withPages: true, links: { publicUrl: origin } })
const { itemID } = await stockItem(db, { itemName: 'Araw pendant' })
const hidden = await stockItem(db, { itemName: 'Sold long ago', status: false })
await db.insert(companyProfile).values({
  companyName: hostile,
  registrationNumber: 'T-1',
  companyEmail: 'hello@amihan.example',
  companyPhone: '+81 90-0000-0000',
  companyAddress: hostile,
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

const pages = ['/', '/about', '/contact', '/services']
const everywhere = pages.flatMap((path) =>
  languages.map((language) => [publicAddress(language, path), language, path] as const),
)

test.each(everywhere)('describes %s in its head', async (address, language, path) => {
  const { statusCode, body } = await get(address)
  expect(statusCode).toBe(200)
  expect(body).toContain(`<html lang="${language}">`)
  expect(body.match(/<title>/g)).toHaveLength(1)
  expect(body.match(/<h1/g)).toHaveLength(1)
  expect(body).toContain(`<link rel="canonical" href="${origin}${address}"/>`)
  for (const other of languages)
    expect(body).toContain(`<link rel="alternate" hrefLang="${other}" href="${origin}${publicAddress(other, path)}"/>`)
  expect(body).toContain(`<link rel="alternate" hrefLang="x-default" href="${origin}${path}"/>`)
  expect(body).toMatch(new RegExp(`<meta property="og:image" content="${origin}/assets/shared-[^"]+\\.jpg"/>`))
})

test.each(languages)('serves the shop at the address of Products too (%s)', async (language) => {
  const [products, shop] = await Promise.all(['/product', '/shop'].map((path) => get(publicAddress(language, path))))
  expect([products!.statusCode, shop!.statusCode]).toEqual([200, 200])
  expect(products!.body).toContain('Araw pendant')
  const head = (body: string) => /<title>.*?<link rel="alternate" hrefLang="x-default"[^>]*>/s.exec(body)![0]
  expect(head(products!.body)).toBe(head(shop!.body))
  expect(head(shop!.body)).toContain(`<link rel="canonical" href="${origin}${publicAddress(language, '/shop')}"/>`)
})

test('gives each page and language its own title and description', async () => {
  const bodies = await Promise.all(everywhere.map(async ([address]) => (await get(address)).body))
  for (const told of [/<title>(.*?)<\/title>/, /<meta name="description" content="(.*?)"/])
    expect(new Set(bodies.map((body) => told.exec(body)?.[1])).size).toBe(everywhere.length)
})

test('keeps the shop’s own text plain in pages, state and structured data', async () => {
  for (const path of ['/', '/ja/contact']) {
    const { body } = await get(path)
    expect(body).not.toContain('alert("1")</script>')
    const facts = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!
    expect(JSON.parse(facts)).toMatchObject({ '@type': 'JewelryStore', name: hostile, address: hostile })
    const state = /<script id="state" type="application\/json">(.*?)<\/script>/s.exec(body)![1]!
    expect(JSON.stringify(JSON.parse(state))).toContain(JSON.stringify(hostile).slice(1, -1))
  }
})

test('links phone, mail and map on the contact page', async () => {
  const { body } = await get('/tl/contact')
  expect(body).toContain('href="tel:+819000000000"')
  expect(body).toContain('href="mailto:hello@amihan.example"')
  expect(body).toContain(`https://www.google.com/maps/search/?api=1&amp;query=${encodeURIComponent('</script>')}`)
})

test('shows the home page for an unknown address, with 404 and without caching', async () => {
  for (const path of ['/nowhere', '/ja/nowhere/at/all', `/shop/${hidden.itemID}`]) {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(404)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('rel="canonical"')
  }
  expect((await get('/nowhere.js')).json()).toEqual({
    success: false,
    code: 'route.unknown',
    message: 'There is nothing here',
  })
})

test.each([
  ['/about?lang=ja', 302, '/ja/about'],
  ['/about/', 301, '/about'],
])('redirects %s', async (url, status, location) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location])
})

test.each(['/', '/ja/shop', '/login', '/dashboard'])('allows no inline script on %s except its own', async (path) => {
  const { body, headers } = await get(path)
  const policy = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]!
  const hashes = policy.split(' ').filter((source) => source.startsWith("'sha256-"))
  const scripts = [...body.matchAll(/<script(?: nonce="[^"]*")?>(.*?)<\/script>/gs)].map(([, text]) => text!)
  expect(scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)).toEqual(hashes)
  expect(scripts).toEqual([expect.stringContaining('darkMode')])
  expect(policy).not.toContain('unsafe')
})

test('sends the same page in every encoding', async () => {
  const plain = await get('/about')
  const br = await get('/about', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get('/about', { 'accept-encoding': 'br;q=0, gzip' })
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(br.headers['vary']).toContain('accept-encoding')
})

test('lists every page and item in every language for crawlers, and nothing of the back-office', async () => {
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
  const found = [...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)
  const expected = [...Object.values(publicPaths), `/shop/${itemID}`].flatMap((path) =>
    languages.map((language) => origin + publicAddress(language, path)),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
  const answers = await Promise.all(found.map((address) => get(address.slice(origin.length))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(found.map(() => 200))

  const { body } = await get('/robots.txt')
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(body).toMatch(/^Disallow: \/api\/$/m)
  expect(body).toMatch(/^Disallow: \/dashboard$/m)
  const closed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!)
  expect(found.filter((address) => closed.some((path) => address.slice(origin.length).startsWith(path)))).toEqual([])
})

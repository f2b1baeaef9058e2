import { expect, test } from 'vitest'

import { replyAddressOf, replyWaysOf } from './reply.ts'

const item = {
  itemCode: 'RG-0151',
  itemName: 'Ring & band, 5 mm',
  translatedName: null,
  price: 128_000,
  uom: 'PCS' as const,
  grams: 3.2,
  karat: null,
  stone: null,
  image_url: null,
  image_focus: null,
}
const email = 'maricel+shop@mail.example'
const asked = { email, contact: null, name: 'Maricel Tanaka', text: 'Is it here?\nIn size 9?' }
const partsOf = (address: string) => {
  const { protocol, pathname, searchParams } = new URL(address)
  return [protocol, decodeURIComponent(pathname), searchParams.get('subject')]
}

test('addresses the visitor in their language about the item', () => {
  const reply = (language: 'en' | 'tl' | 'ja', translatedName: string | null = null) =>
    partsOf(replyAddressOf({ ...asked, item: { ...item, translatedName }, language }, 'Amihan', null))
  expect(reply('en')).toEqual(['mailto:', email, 'Your question about Ring & band, 5 mm'])
  expect(reply('tl')).toEqual(['mailto:', email, 'Ang inyong tanong tungkol sa Ring & band, 5 mm'])
  expect(reply('ja', '指輪')).toEqual(['mailto:', email, '「指輪」についてのお問い合わせ'])
})

test('names the shop if the question has no item', () => {
  const reply = (language: 'en' | 'tl' | 'ja') =>
    partsOf(replyAddressOf({ ...asked, item: null, language }, 'Amihan', null))[2]
  expect([reply('en'), reply('tl'), reply('ja')]).toEqual([
    'Your question to Amihan',
    'Ang inyong tanong sa Amihan',
    'Amihanへのお問い合わせ',
  ])
})

test('escapes an e-mail address that tries to add a header', () => {
  const odd = 'a?bcc=other@mail.example'
  const address = replyAddressOf({ ...asked, email: odd, item: null, language: 'en' }, 'Amihan', null)
  expect(partsOf(address)[1]).toBe(odd)
  expect(new URL(address).searchParams.has('bcc')).toBe(false)
})

test('says what the shop has of the piece, and quotes the question', () => {
  const body = (availability: Parameters<typeof replyAddressOf>[2], language: 'en' | 'tl' | 'ja' = 'en') =>
    new URL(replyAddressOf({ ...asked, item, language }, 'Amihan', availability)).searchParams
      .get('body')
      ?.split('\r\n')
  expect(body({ available: 2, leadTimeDays: 14 })).toEqual([
    'Dear Maricel Tanaka,',
    '',
    'Thank you for your question. Ring & band, 5 mm is here in the shop.',
    '',
    '',
    'Maricel Tanaka wrote:',
    '> Is it here?',
    '> In size 9?',
  ])
  expect(body({ available: 0, leadTimeDays: 14 })?.[2]).toContain('can be made for you in about 14 days')
  expect(body({ available: 0, leadTimeDays: null })?.[2]).toContain('is not in the shop at the moment')
  expect(body({ available: 0, leadTimeDays: 14 }, 'ja')?.[2]).toContain('約14日でお作りできます')
  // Before the stock is known, the reply says nothing about it.
  expect(body(null)?.slice(0, 4)).toEqual(['Dear Maricel Tanaka,', '', '', 'Maricel Tanaka wrote:'])
})

test('shortens a long quote, because mail programs refuse long addresses', () => {
  const long = { ...asked, text: 'x'.repeat(5000), item: null, language: 'en' as const }
  expect(replyAddressOf(long, 'Amihan', null).length).toBeLessThan(1000)
})

test.each([
  ['+63 (917) 555-0142', [['Call', 'tel:+639175550142']]],
  ['LINE: aiko27', [['Reply on LINE', 'https://line.me/R/ti/p/~aiko27']]],
  ['line id @amihan', [['Reply on LINE', 'https://line.me/R/ti/p/%40amihan']]],
  ['https://line.me/ti/p/~aiko27', [['Reply on LINE', 'https://line.me/R/ti/p/~aiko27']]],
  ['https://m.me/maricel.t', [['Reply on Messenger', 'https://m.me/maricel.t']]],
  ['FB: maricel.t', [['Reply on Messenger', 'https://m.me/maricel.t']]],
  [
    '@maricel.t',
    [
      ['Reply on LINE', 'https://line.me/R/ti/p/~maricel.t'],
      ['Reply on Messenger', 'https://m.me/maricel.t'],
    ],
  ],
])('offers the ways to answer %s', (contact, expected) => {
  const question = { ...asked, email: null, contact, item: null, language: 'en' as const }
  expect(replyWaysOf(question, 'Amihan', null).map(({ label, address }) => [label, address])).toEqual(expected)
})

test('offers an e-mail where the visitor left one', () => {
  const question = { ...asked, contact: null, item: null, language: 'en' as const }
  expect(replyWaysOf(question, 'Amihan', null)).toEqual([
    { label: 'Reply by email', address: replyAddressOf(question, 'Amihan', null) },
  ])
})

test('greets a visitor who gave no name without the contact', () => {
  const question = { ...asked, name: email, item: null, language: 'en' as const }
  const body = new URL(replyAddressOf(question, 'Amihan', null)).searchParams.get('body')?.split('\r\n')
  expect([body?.[0], body?.at(-3)]).toEqual(['Hello,', 'You wrote:'])
})

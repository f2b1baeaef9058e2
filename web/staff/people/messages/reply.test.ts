import { expect, test } from 'vitest'

import { replyAddressOf } from './reply.ts'

const item = {
  itemCode: 'RG-0151',
  itemName: 'Ring & band, 5 mm',
  translatedName: null,
  price: 128_000,
  karat: null,
  image_url: null,
  image_focus: null,
}
const email = 'maricel+shop@mail.example'
const partsOf = (address: string) => {
  const { protocol, pathname, searchParams } = new URL(address)
  return [protocol, decodeURIComponent(pathname), searchParams.get('subject')]
}

test('addresses the visitor in their language about the item', () => {
  const reply = (language: 'en' | 'tl' | 'ja', translatedName: string | null = null) =>
    partsOf(replyAddressOf({ email, item: { ...item, translatedName }, language }, 'Amihan'))
  expect(reply('en')).toEqual(['mailto:', email, 'Your question about Ring & band, 5 mm'])
  expect(reply('tl')).toEqual(['mailto:', email, 'Ang inyong tanong tungkol sa Ring & band, 5 mm'])
  expect(reply('ja', '指輪')).toEqual(['mailto:', email, '「指輪」についてのお問い合わせ'])
})

test('names the shop if the question has no item', () => {
  const reply = (language: 'en' | 'tl' | 'ja') => partsOf(replyAddressOf({ email, item: null, language }, 'Amihan'))[2]
  expect([reply('en'), reply('tl'), reply('ja')]).toEqual([
    'Your question to Amihan',
    'Ang inyong tanong sa Amihan',
    'Amihanへのお問い合わせ',
  ])
})

test('escapes an e-mail address that tries to add a header', () => {
  const odd = 'a?bcc=other@mail.example'
  const address = replyAddressOf({ email: odd, item: null, language: 'en' }, 'Amihan')
  expect(partsOf(address)[1]).toBe(odd)
  expect(new URL(address).searchParams.has('bcc')).toBe(false)
})

import { expect, test } from 'vitest'

import { orderWords } from '../order/words/words.ts'
import { en } from './en/index.ts'
import { ja } from './ja/index.ts'
import { tl } from './tl/index.ts'

type Texts = Map<string, string>

/** Returns every text by its path. Functions are called with sample figures. */
function textsOf(words: unknown, at = ''): Texts {
  if (typeof words === 'string') return new Map([[at, words]])
  if (typeof words === 'function') return new Map([[at, String(words(3, '3', '3'))]])
  return new Map(Object.entries(words as object).flatMap(([key, value]) => [...textsOf(value, `${at}/${key}`)]))
}

/** Returns the texts without the shop's terms and types of payment, which need no English translation. */
const comparable = (words: object) => new Map([...textsOf(words)].filter(([at]) => !/\/(?:terms|paidBy)\//.test(at)))

const english = comparable({ ...en, order: orderWords.en })
const translations: [string, Texts][] = [
  ['tl', comparable({ ...tl, order: orderWords.tl })],
  ['ja', comparable({ ...ja, order: orderWords.ja })],
]

/** Removes names, symbols and figures, which are equal in all languages. */
const told = (text: string) =>
  text.replaceAll(/\b(Instagram|Facebook|TikTok|Lineapp|Tagalog|English|Japanese|Japan|K)\b|[\d\W_]/g, '')

test('English has texts to compare with', () => {
  expect(english.size).toBeGreaterThan(200)
})

test.each(translations)('%s has every text and equally long lists', (_, texts) => {
  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(translations)('%s leaves no text in English', (_, texts) => {
  // Tagalog borrows these words from English.
  const borrowed = new Set([
    'Home',
    'Menu',
    'Account',
    'Dashboard',
    'Website',
    'Invoice',
    'Email',
    'Address',
    'Karat',
    'Metal',
    'E-wallet',
    'Card',
    'yen',
  ])
  const left = [...texts].filter(([at, text]) => text === english.get(at) && told(text) !== '' && !borrowed.has(text))
  expect(left).toEqual([])
})

test('writes every Japanese text in Japanese script', () => {
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
  const latin = [...comparable({ ...ja, order: orderWords.ja })].filter(
    ([, text]) => !japanese.test(text) && told(text) !== '',
  )
  expect(latin).toEqual([])
})

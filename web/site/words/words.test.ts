import { expect, test } from 'vitest'

import { en } from './en/index.ts'
import { ja } from './ja/index.ts'
import { tl } from './tl/index.ts'

type Texts = Map<string, string>

/** Every text by where it stands; what is made of figures, as it reads with some. */
function textsOf(words: unknown, at = ''): Texts {
  if (typeof words === 'string') return new Map([[at, words]])
  if (typeof words === 'function') return new Map([[at, String(words(3, '3', '3'))]])
  return new Map(Object.entries(words as object).flatMap(([key, value]) => [...textsOf(value, `${at}/${key}`)]))
}

/** Without the shop's own words for metals and the like, which English needs no words for. */
const comparable = (words: object) => new Map([...textsOf(words)].filter(([at]) => !at.includes('/terms/')))

const english = comparable(en)
const translations: [string, Texts][] = [
  ['tl', comparable(tl)],
  ['ja', comparable(ja)],
]

/** What a text is without names, marks and figures that are the same everywhere. */
const told = (text: string) =>
  text.replaceAll(/\b(Instagram|Facebook|TikTok|Lineapp|Tagalog|English|Japanese|Japan|K)\b|[\d\W_]/g, '')

test('English is there to compare with', () => {
  expect(english.size).toBeGreaterThan(200)
})

test.each(translations)('%s says everything, each list as long', (_, texts) => {
  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(translations)('%s leaves nothing in English', (_, texts) => {
  // Words that Tagalog has from English, as people say them.
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
  ])
  const left = [...texts].filter(([at, text]) => text === english.get(at) && told(text) !== '' && !borrowed.has(text))
  expect(left).toEqual([])
})

test('Japanese is written in Japanese', () => {
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
  const latin = [...comparable(ja)].filter(([, text]) => !japanese.test(text) && told(text) !== '')
  expect(latin).toEqual([])
})

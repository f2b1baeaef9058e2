import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { languages } from '../../contract/shared/languages.ts'
import { builtChunks, dist } from '../support/built.ts'

const { chunks, textOf, reach, kilobytes } = builtChunks('site')
const entry = 'site/index.html'
const words = (language: string) => `site/words/${language}/index.ts`

/** Whatever a visitor can come to load who stays in one language. */
const loaded = (language: string) => {
  const others = new Set(languages.filter((other) => other !== language).map(words))
  return [...reach(entry, true)].filter((name) => !others.has(name))
}

test.each(languages)('all the JavaScript of the public pages is small (%s)', (language) => {
  expect(loaded(language)).toContain(words(language))
  // Of one piece they would be 2 KB less, and a slow phone would not answer while it reads that (web/site/start.ts).
  expect(kilobytes(loaded(language))).toBeLessThanOrEqual(125)
})

test('a visitor loads the words of one language', () => {
  const atOnce = reach(entry, false)
  expect(languages.filter((language) => atOnce.has(words(language)))).toEqual([])
  for (const language of languages) expect(kilobytes([words(language)])).toBeLessThan(20)
})

test('neither zod nor the back-office come with the public pages', () => {
  const code = [...reach(entry, true)].map(textOf).join('\n')
  expect(code).not.toMatch(/ZodError|invalid_type|mantine-/)
})

test('all styles come with the page, not with its scripts', () => {
  const later = [...reach(entry, true)].filter((name) => name !== entry)
  expect(later.flatMap((name) => chunks[name]!.css ?? [])).toEqual([])
  expect(chunks[entry]!.css!.length).toBeGreaterThan(0)
  const html = readFileSync(join(dist, 'site/index.html'), 'utf8')
  for (const file of chunks[entry]!.css!) expect(html).toContain(`href="/${file}"`)
})

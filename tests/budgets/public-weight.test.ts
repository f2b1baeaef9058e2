import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { languages } from '../../contract/shared/languages.ts'
import { builtChunks, dist } from '../support/built.ts'

const { chunks, textOf, reach, kilobytes } = builtChunks('site')
const entry = 'site/index.html'
const words = (language: string) => `site/words/${language}/index.ts`

/** Returns the chunks that a visitor of one language can load. */
const loaded = (language: string) => {
  const others = new Set(languages.filter((other) => other !== language).map(words))
  return [...reach(entry, true)].filter((name) => !others.has(name))
}

test.each(languages)('all the JavaScript of the public pages is small (%s)', (language) => {
  expect(loaded(language)).toContain(words(language))
  // One single chunk would be 2 KB smaller, but would block a slow phone while it is parsed (web/site/start.ts).
  expect(kilobytes(loaded(language))).toBeLessThanOrEqual(125)
})

test('a visitor loads the texts of one language only', () => {
  const atOnce = reach(entry, false)
  expect(languages.filter((language) => atOnce.has(words(language)))).toEqual([])
  for (const language of languages) expect(kilobytes([words(language)])).toBeLessThan(20)
})

test('the public pages load neither zod nor the back-office', () => {
  const code = [...reach(entry, true)].map(textOf).join('\n')
  expect(code).not.toMatch(/ZodError|invalid_type|mantine-/)
})

test('all styles load with the page and not with its scripts', () => {
  const later = [...reach(entry, true)].filter((name) => name !== entry)
  expect(later.flatMap((name) => chunks[name]!.css ?? [])).toEqual([])
  expect(chunks[entry]!.css!.length).toBeGreaterThan(0)
  const html = readFileSync(join(dist, 'site/index.html'), 'utf8')
  for (const file of chunks[entry]!.css!) expect(html).toContain(`href="/${file}"`)
})

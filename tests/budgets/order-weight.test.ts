// Proves that the page of an order stays light on a slow phone: one small script that imports nothing, and its own styles.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { builtChunks, dist } from '../support/built.ts'

const { chunks, textOf, reach, kilobytes } = builtChunks('site')
const entry = 'site/order/openOrder.ts'

test('all the JavaScript of the page of an order is a few kilobytes', () => {
  // The specification allows 40 KB. Its own script needs far less, so that growth is noticed.
  expect(kilobytes(reach(entry, true))).toBeLessThan(3)
  expect([...reach(entry, true)]).toEqual([entry])
  expect(textOf(entry)).not.toMatch(/react|ZodError/i)
})

test('its styles are small, and no other public page loads them', () => {
  const [file, ...others] = chunks[entry]!.css!
  expect(others).toEqual([])
  const css = readFileSync(join(dist, file!), 'utf8')
  expect(gzipSync(css, { level: 9 }).length / 1024).toBeLessThan(4)
  expect(css).toContain('.order-amount')
  const site = chunks['site/index.html']!.css!.map((one) => readFileSync(join(dist, one), 'utf8')).join('')
  expect(site).not.toContain('.order-amount')
})

test('its script and its styles stand compressed beside them', () => {
  for (const file of [chunks[entry]!.file, ...chunks[entry]!.css!])
    expect([file, existsSync(join(dist, `${file}.br`))]).toEqual([file, true])
})

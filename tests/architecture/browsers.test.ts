import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { buildTargets, oldestBrowsers, oldestInWords } from '../../scripts/browserslist.ts'
import { builtChunks, dist } from '../support/built.ts'

// Only package.json lists the supported browsers; the build, the pages and the README must agree with it.

const read = (file: string) => readFileSync(file, 'utf8')

test('the build, the back-office page and the README name the supported browsers', () => {
  expect(buildTargets).toEqual(oldestBrowsers.map(({ id, version }) => (id === 'ios_saf' ? 'ios' : id) + version))
  expect(read('vite.config.ts')).toContain('target: buildTargets,')
  expect(read(join(dist, 'staff/index.html'))).toContain(`which needs ${oldestInWords}, or newer.`)
  expect(oldestInWords).toMatch(/^Chrome \d+, Edge \d+, Firefox \d+, Safari [\d.]+ or Safari of iOS [\d.]+$/)
  const [, section = ''] = /^## Browsers\n([\s\S]*?)\n## /m.exec(read('README.md'))!
  expect(section.replaceAll('\n', ' ')).toContain(`${oldestInWords}, or newer`)
})

test('the type checker allows only JavaScript that the supported browsers have', () => {
  const oldest = Object.fromEntries(oldestBrowsers.map(({ id, version }) => [id, Number(version)]))
  // The first version of each browser with the ES2024 features that our code uses: `Map.groupBy`,
  // `Promise.withResolvers`, `ArrayBuffer.transfer`.
  const es2024 = { chrome: 119, edge: 119, firefox: 122, safari: 17.4, ios_saf: 17.4 }
  for (const [id, version] of Object.entries(es2024)) expect(oldest[id]).toBeGreaterThanOrEqual(version)
  for (const file of ['tsconfig.json', 'web/tsconfig.json', 'contract/tsconfig.json'])
    expect((JSON.parse(read(file)) as { compilerOptions: { lib: string[] } }).compilerOptions.lib).toContain('es2024')
})

/**
 * Features that some supported browser may lack, by names that survive minification. Code may use them after a feature
 * test.
 */
const late =
  /\b(?:URL\.parse|Promise\.try|RegExp\.escape|Array\.fromAsync|AbortSignal\.any|Iterator\.from|Math\.sumPrecise|Intl\.DurationFormat)\(|\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|getOrInsert|getOrInsertComputed|fromBase64|toBase64|showPopover|requestClose|moveBefore)\(/

test('no built script calls a feature that the oldest supported browsers lack', () => {
  for (const { chunks, textOf } of [builtChunks('site'), builtChunks('staff')]) {
    const scripts = Object.keys(chunks).filter((name) => chunks[name]!.file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    expect(scripts.filter((name) => late.test(textOf(name)))).toEqual([])
  }
  expect(late.test('const a=new URL(b),c=URL.parse(b)')).toBe(true)
  expect(late.test('a.isSubsetOf(b)')).toBe(true)
})

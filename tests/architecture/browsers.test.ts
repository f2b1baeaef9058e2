import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { buildTargets, oldestBrowsers, oldestInWords } from '../../scripts/browserslist.ts'
import { builtChunks, dist } from '../support/built.ts'

// Which browsers the pages are made for is said once, in package.json; the build, the pages and the README follow.

const read = (file: string) => readFileSync(file, 'utf8')

test('the build, the page of the back-office and the README mean the browsers of the list', () => {
  expect(buildTargets).toEqual(oldestBrowsers.map(({ id, version }) => (id === 'ios_saf' ? 'ios' : id) + version))
  expect(read('vite.config.ts')).toContain('target: buildTargets,')
  expect(read(join(dist, 'staff/index.html'))).toContain(`which needs ${oldestInWords}, or newer.`)
  expect(oldestInWords).toMatch(/^Chrome \d+, Edge \d+, Firefox \d+, Safari [\d.]+ or Safari of iOS [\d.]+$/)
  const [, section = ''] = /^## Browsers\n([\s\S]*?)\n## /m.exec(read('README.md'))!
  expect(section.replaceAll('\n', ' ')).toContain(`${oldestInWords}, or newer`)
})

test('the type checker knows no more of JavaScript than the browsers of the list', () => {
  const oldest = Object.fromEntries(oldestBrowsers.map(({ id, version }) => [id, Number(version)]))
  // Since when each has what our code may use of ES2024: `Map.groupBy`, `Promise.withResolvers`, `ArrayBuffer.transfer`.
  const es2024 = { chrome: 119, edge: 119, firefox: 122, safari: 17.4, ios_saf: 17.4 }
  for (const [id, version] of Object.entries(es2024)) expect(oldest[id]).toBeGreaterThanOrEqual(version)
  for (const file of ['tsconfig.json', 'web/tsconfig.json', 'contract/tsconfig.json'])
    expect((JSON.parse(read(file)) as { compilerOptions: { lib: string[] } }).compilerOptions.lib).toContain('es2024')
})

/** What no browser of the list need have, by the names that minified code keeps, too; behind a question it may be used. */
const late =
  /\b(?:URL\.parse|Promise\.try|RegExp\.escape|Array\.fromAsync|AbortSignal\.any|Iterator\.from|Math\.sumPrecise|Intl\.DurationFormat)\(|\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|getOrInsert|getOrInsertComputed|fromBase64|toBase64|showPopover|requestClose|moveBefore)\(/

test('nothing that is built calls what the oldest browsers of the list lack', () => {
  for (const { chunks, textOf } of [builtChunks('site'), builtChunks('staff')]) {
    const scripts = Object.keys(chunks).filter((name) => chunks[name]!.file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    expect(scripts.filter((name) => late.test(textOf(name)))).toEqual([])
  }
  expect(late.test('const a=new URL(b),c=URL.parse(b)')).toBe(true)
  expect(late.test('a.isSubsetOf(b)')).toBe(true)
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { failedJourneys, failedServerTests } from '../../scripts/failed-tests.ts'

/** Creates a folder in the checkout, because the runners look their packages up from it. */
function createFolder() {
  const folder = mkdtempSync('node_modules/.cache/planted-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the failed tests of Vitest are named with their messages, and a file that does not load', () => {
  const folder = createFolder()
  writeFileSync(
    join(folder, 'one.test.ts'),
    `import { expect, test } from 'vitest'
     test('adds up', () => expect(1 + 1).toBe(2))
     test('is wrong', () => expect('twelve').toBe('thirteen'))`,
  )
  writeFileSync(join(folder, 'two.test.ts'), `throw new Error('no table of this name')`)
  const report = join(folder, 'report.json')
  const words = ['run', '--root', folder, '--reporter=json', `--outputFile.json=report.json`]
  spawnSync('node_modules/.bin/vitest', words, { encoding: 'utf8' })
  const [first = '', second = '', ...others] = failedServerTests(JSON.parse(readFileSync(report, 'utf8'))).toSorted()
  expect(others).toEqual([])
  expect(first).toMatch(/one\.test\.ts > is wrong\n.*expected 'twelve' to be 'thirteen'/)
  expect(second).toMatch(/two\.test\.ts\n.*no table of this name/)
})

test('the failed journeys of Playwright are named with their messages', () => {
  const folder = createFolder()
  writeFileSync(
    join(folder, 'one.spec.mjs'),
    `import { expect, test } from '@playwright/test'
     test('adds up', () => expect(1 + 1).toBe(2))
     test.describe('on a phone', () => test('is wrong', () => expect('twelve').toBe('thirteen')))`,
  )
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default { testDir: '.', outputDir: 'results' }`)
  const report = join(folder, 'report.json')
  const words = ['test', '--config', join(folder, 'playwright.config.mjs'), '--reporter=json']
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  spawnSync('node_modules/.bin/playwright', words, { encoding: 'utf8', env })
  const failed = failedJourneys(JSON.parse(readFileSync(report, 'utf8')))
  expect(failed).toHaveLength(1)
  expect(failed[0]).toMatch(/one\.spec\.mjs > is wrong\n[\s\S]*Expected: "thirteen"/)
})

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { assertBuilt } from '../support/built.ts'
import { environment } from '../support/server.ts'

test('a stack trace of a built public page names the line of its source', () => {
  assertBuilt()
  const { stdout, stderr } = spawnSync(process.execPath, ['tests/process/broken-page.ts'], {
    env: environment,
    encoding: 'utf8',
  })
  const [, file = '', line] = /\((\S+\.tsx):(\d+):\d+\)/.exec(stdout) ?? []
  expect(file, stdout + stderr).toBe(resolve('web/site/pages/HomePage.tsx'))
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('itemID')
})

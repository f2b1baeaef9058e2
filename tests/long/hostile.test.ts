import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { environment } from '../support/server.ts'

test('every call withstands a thousand random inputs', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'tests/security/hostile.test.ts', '--testTimeout=600000'],
    { env: { ...environment, RUNS: '1000' }, encoding: 'utf8' },
  )
  expect(status, stdout.slice(-4000)).toBe(0)
})

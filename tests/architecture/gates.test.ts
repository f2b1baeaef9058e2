import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { copyOfCheckout } from '../support/copy.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const copy = copyOfCheckout()
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Returns the output and the exit code of a check, with one more file in the copy. */
function check(command: string, file: string, text: string) {
  writeFileSync(join(copy, file), text)
  const PATH = [resolve('node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: copy,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH, NO_COLOR: '1' },
  })
  rmSync(join(copy, file))
  return { status, said: stdout + stderr }
}

const types = scripts['check:types']!.split(' && ')

test.each<[gate: string, command: string, file: string, text: string, says: RegExp]>([
  ['format', scripts['check:format']!, 'server/planted.ts', "export const a = 'b';\n", /server\/planted\.ts/],
  [
    'lint',
    scripts['check:lint']!,
    'server/planted.ts',
    'Promise.resolve(1)\n',
    /no-floating-promises[\s\S]*server\/planted\.ts/,
  ],
  [
    'dead code',
    scripts['check:dead']!,
    'server/planted.ts',
    'export const a = 1\n',
    /Unused files[\s\S]*server\/planted\.ts/,
  ],
  // preserveSymlinks applies the compiler's cache of the checkout to the copy (copy.ts).
  ...['contract', 'server', 'web', 'tests'].map((tree): [string, string, string, string, RegExp] => [
    `types of ${tree}`,
    `${types.find((command) => command.endsWith(`-p ${tree}`))!} --preserveSymlinks`,
    `${tree}/planted.ts`,
    "export const a: number = 'b'\n",
    new RegExp(`${tree}/planted\\.ts\\(1,14\\): error TS2322`),
  ]),
])('the gate of %s finds a planted mistake', { timeout: 240_000 }, (_, command, file, text, says) => {
  const { status, said } = check(command, file, text)
  expect(said).toMatch(says)
  expect(status).toBeGreaterThan(0)
})

test('one command runs all gates', () => {
  const gates = Object.keys(scripts).filter((name) => name.startsWith('check:'))
  expect(scripts['check']!.split(' && ')).toEqual(gates.map((name) => `npm run ${name}`))
  expect(scripts['test']!.split(' && ')[0]).toBe('npm run check')
})

test('CI runs all tests and the main journeys in each engine, and a failure of either fails it', () => {
  const [, ...lines] = readFileSync('.ci/run', 'utf8').trim().split('\n')
  expect(lines).toEqual(['set -e', 'npm test', 'npm run test:engines'])
})

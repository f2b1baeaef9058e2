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

test('npm run check runs every gate and reports all, also after one has failed', () => {
  expect(scripts['check']).toBe('node scripts/check.ts')
  const own = join(copy, 'package.json')
  const kept = readFileSync(own, 'utf8')
  const planted = { 'check:one': 'echo wrong in one && exit 1', 'check:two': 'exit 2', 'check:three': 'exit 0' }
  writeFileSync(own, JSON.stringify({ scripts: planted }))
  const { status, said } = check('node scripts/check.ts', 'server/planted.ts', '')
  writeFileSync(own, kept)
  expect(said).toMatch(/✗ npm run check:one/)
  expect(said).toContain('wrong in one')
  expect(said).toMatch(/✗ npm run check:two/)
  expect(said).toMatch(/✓ npm run check:three/)
  expect(status).toBe(1)
})

test('CI runs npm test and then the rest, and a failure of either fails it', () => {
  const [, ...lines] = readFileSync('.ci/run', 'utf8').trim().split('\n')
  expect(lines).toEqual(['set -e', 'export CI=1', 'npm test', 'npm run test:rest'])
  expect(scripts['test']).toBe('node scripts/test.ts')
  expect(scripts['test:rest']).toBe('node scripts/test.ts --rest')
  expect(scripts['test:all']).toBe('npm test && npm run test:rest')
})

test('npm test -- NAME runs what matches and names what nothing matches', () => {
  const { status, said } = check('node scripts/test.ts no-such-file', 'server/planted.ts', '')
  expect(said).toContain('No test file has no-such-file in its path')
  expect(status).toBe(1)
})

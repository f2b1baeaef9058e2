import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { copyOfCheckout } from '../support/copy.ts'

const copy = copyOfCheckout()
const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
// The stamp of this lock file marks the packages as installed.
const packages = join(copy, 'node_modules')
const stampOf = (lock: string | Buffer) =>
  createHash('sha256').update('package-lock.json\0').update(lock).digest('hex') + system
writeFileSync(join(packages, '.installed'), stampOf(readFileSync('package-lock.json')))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The environment of a person: the test runner's NODE_ENV would build React's development version. */
const { NODE_ENV: _, ...env } = process.env
function ready(more: NodeJS.ProcessEnv = {}): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['scripts/ready.mjs'],
      { cwd: copy, env: { ...env, ...more } },
      (_, stdout, stderr) => done({ code: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })
}
const built = () => readdirSync(join(copy, 'dist/web/assets')).toSorted()

/** A stand-in for npm: it installs two packages, or fails half-way. Like Debian's npm 9 it does not link the Node. */
const stand = join(copy, 'npm.mjs')
const pinned = `node-${system}`
const install = (end: string) =>
  writeFileSync(
    stand,
    `import { mkdirSync, writeFileSync } from 'node:fs'
    import { getPriority } from 'node:os'
    mkdirSync('node_modules/new', { recursive: true })
    mkdirSync('node_modules/${pinned}/bin', { recursive: true })
    writeFileSync('node_modules/${pinned}/package.json', '{"bin":{"node":"bin/node"}}')
    writeFileSync('node_modules/${pinned}/bin/node', '')
    writeFileSync('node_modules/new/priority', String(getPriority()))
    ${end}`,
  )

test('starts at once in one checkout build once and keep the files of open pages', { timeout: 120_000 }, async () => {
  // These files were left by a killed start.
  cpSync(join(copy, '.npmrc'), join(copy, 'dist/.next/old'))
  writeFileSync(join(copy, 'dist/.lock'), '999999')
  const starts = await Promise.all([ready(), ready(), ready(), ready()])
  const failed = starts.filter(({ code }) => code !== 0)
  expect(failed).toEqual([])
  const said = starts.map((start) => start.said).join('')
  expect(said.match(/Building the pages/g)).toHaveLength(1)
  expect(readdirSync(join(copy, 'dist')).toSorted()).toEqual(['.built', 'ssr', 'web'])

  expect(await ready()).toEqual({ code: 0, said: '' })

  const before = built()
  writeFileSync(
    join(copy, 'web/site/client.tsx'),
    `${readFileSync(join(copy, 'web/site/client.tsx'), 'utf8')}\nconsole.info(1)\n`,
  )
  expect(await ready()).toEqual({ code: 0, said: 'Building the pages…\n' })
  const after = built()
  expect(after.length).toBeGreaterThan(before.length)
  expect(before.filter((name) => !after.includes(name))).toEqual([])
})

test(
  'a failed install changes nothing, and a version before comes back without npm',
  { timeout: 120_000 },
  async () => {
    const locked = readFileSync(join(copy, 'package-lock.json'))
    const { npm_execpath: __, ...withoutNpm } = env
    const names = () => readdirSync(packages).toSorted()
    const before = names()
    const installed = ['.bin', '.installed', 'new', pinned]
    writeFileSync(join(copy, 'package-lock.json'), '{"new":1}')

    install('process.exit(3)')
    expect((await ready({ npm_execpath: stand })).code).toBe(3)
    expect(names()).toEqual(before)
    const { said } = await ready({ ...withoutNpm, npm_execpath: undefined, PATH: '/nowhere' })
    expect(said).toContain('This Node has no npm. Install npm too')
    expect(names()).toEqual(before)

    // The new packages cannot build, but they are installed whole, and the old ones are kept beside.
    install('')
    expect((await ready({ npm_execpath: stand })).said).toMatch(/^Installing packages…\n/)
    expect(names()).toEqual(installed)
    // A running shop goes first.
    expect(Number(readFileSync(join(packages, 'new/priority'), 'utf8'))).toBeGreaterThanOrEqual(
      constants.priority.PRIORITY_BELOW_NORMAL,
    )
    expect(readlinkSync(join(packages, '.bin/node'))).toBe(`../${pinned}/bin/node`)
    expect(readdirSync(join(copy, 'dist/.packages-before')).toSorted()).toEqual(before)

    install('process.exit(4)')
    writeFileSync(join(copy, 'package-lock.json'), locked)
    expect(await ready({ npm_execpath: stand })).toEqual({ code: 0, said: '' })
    expect(names()).toEqual(before)
    expect(readdirSync(join(copy, 'dist/.packages-before')).toSorted()).toEqual(installed)

    // A start was killed between the two renames: its packages are whole, and no network is needed.
    rmSync(join(copy, 'dist/.packages-before'), { recursive: true })
    mkdirSync(join(copy, 'dist/.install'))
    renameSync(packages, join(copy, 'dist/.install/node_modules'))
    expect(await ready({ npm_execpath: stand })).toEqual({ code: 0, said: '' })
    expect(names()).toEqual(before)
    expect(existsSync(join(copy, 'dist/.install'))).toBe(false)

    // The registry is away: the real npm fails, and everything stays.
    writeFileSync(join(copy, 'package-lock.json'), Buffer.concat([locked, Buffer.from('\n')]))
    const away = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' }
    const failed = await ready({ ...away, npm_config_cache: join(copy, 'empty-cache') })
    expect(failed.code).not.toBe(0)
    expect(failed.said).toContain('ECONNREFUSED')
    expect(names()).toEqual(before)
    writeFileSync(join(copy, 'package-lock.json'), locked)
    expect(await ready()).toEqual({ code: 0, said: '' })
  },
)

test(
  'a failed build keeps the old pages, and packages are not installed through a link',
  { timeout: 120_000 },
  async () => {
    const before = built()
    writeFileSync(join(copy, 'web/site/client.tsx'), 'this is not code')
    expect((await ready()).code).toBe(1)
    expect(built()).toEqual(before)

    rmSync(packages, { recursive: true })
    symlinkSync(resolve('node_modules'), packages, 'junction')
    writeFileSync(join(copy, 'package-lock.json'), '{}')
    expect(await ready()).toEqual({
      code: 1,
      said: 'node_modules is a link to another folder with other packages: install there, or remove the link\n',
    })
    expect(existsSync('node_modules/vite')).toBe(true)
  },
)

test('the packages of before stay until the present ones are a day old', async () => {
  rmSync(packages, { recursive: true })
  rmSync(join(copy, 'dist'), { recursive: true })
  install('')
  const upgrade = async (lock: string) => {
    writeFileSync(join(copy, 'package-lock.json'), lock)
    expect((await ready({ npm_execpath: stand })).said).toMatch(/^Installing packages…\n/)
    return readFileSync(join(packages, '.installed'), 'utf8')
  }
  const age = (days: number) => {
    const at = new Date(Date.now() - days * 86_400_000)
    utimesSync(join(packages, '.installed'), at, at)
  }
  const before = () => readFileSync(join(copy, 'dist/.packages-before/.installed'), 'utf8')
  const [first, second, third, fourth] = ['{"new":1}', '{"new":2}', '{"new":3}', '{"new":4}'] as const
  expect(await upgrade(first)).toBe(stampOf(first))
  expect(await upgrade(second)).toBe(stampOf(second))
  expect(before()).toBe(stampOf(first))
  age(0.9)
  expect(await upgrade(third)).toBe(stampOf(third))
  expect(before()).toBe(stampOf(first))
  age(1.1)
  expect(await upgrade(fourth)).toBe(stampOf(fourth))
  expect(before()).toBe(stampOf(third))
  expect(readdirSync(join(copy, 'dist')).toSorted()).toEqual(['.packages-before'])
})

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { parseEnvironmentFile, parseUnit } from '../../scripts/unit-settings.ts'
import { dataFolder, removeFolder, until } from '../support/server.ts'
import { ordinary } from '../support/users.ts'
import { admin, newShop, runScript, signIn, stopped, supplierNames } from './shop.ts'

test('a unit and its environment file are read as systemd reads them', () => {
  const unit =
    '[Service]\nUser=alahas\nWorkingDirectory=/opt/alahas\nEnvironment=A=1 "B=two words" \'C=$HOME\'\nEnvironmentFile=-/etc/a.env\n# User=root\n'
  expect(parseUnit(unit)).toEqual({
    user: 'alahas',
    folder: '/opt/alahas',
    environment: { A: '1', B: 'two words', C: '$HOME' },
    files: ['/etc/a.env'],
  })
  expect(parseUnit(`${unit}[Service]\nEnvironment=\nEnvironment=A=2\nEnvironmentFile=\nUser=other\n`)).toEqual({
    user: 'other',
    folder: '/opt/alahas',
    environment: { A: '2' },
    files: [],
  })
  const file = [
    '# a comment',
    '; another',
    'PUBLIC_URL=https://shop.example',
    "MAIL_FROM='Ana <ana@shop.example>'",
    'DATABASE_URL="postgres://u:p#\\"x@db/shop"',
    'PLAIN=a#b c  ',
    'LONG=one\\',
    'two',
    'EMPTY=',
    'not a line',
    'BACKSLASH="a\\b"',
    "SINGLE='a\\b'",
    'PLAIN_BACKSLASH=a\\b',
    'INSIDE=x"y"z',
    "OWNER=it's",
    'LINES="one',
    "two\" 'three'  ",
    'SPACED = value',
    'export NOT=this',
    'TWICE=1',
    'TWICE=2',
    'OPEN="to the end',
  ]
  expect(parseEnvironmentFile(file.join('\n'))).toEqual({
    PUBLIC_URL: 'https://shop.example',
    MAIL_FROM: 'Ana <ana@shop.example>',
    DATABASE_URL: 'postgres://u:p#"x@db/shop',
    PLAIN: 'a#b c',
    // systemd joins the two lines without a space (src/basic/env-file.c).
    LONG: 'onetwo',
    EMPTY: '',
    BACKSLASH: 'a\\b',
    SINGLE: 'a\\b',
    PLAIN_BACKSLASH: 'ab',
    INSIDE: 'x"y"z',
    OWNER: "it's",
    LINES: 'one\ntwothree',
    SPACED: 'value',
    TWICE: '2',
    OPEN: 'to the end',
  })
})

/** Runs `deploy/alahas` with this unit, in this folder. */
const alahas = (unit: string, cwd: string, ...given: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { PATH: process.env['PATH'] ?? '', ALAHAS_PROGRAM: process.cwd(), ALAHAS_UNIT: unit }
    const child = execFile(`${process.cwd()}/deploy/alahas`, given, { cwd, env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
    child.stdin?.end()
  })

/** Starts `alahas backup FILE`, and ends it by SIGTERM when it has begun. Returns its exit code and its words. */
async function stopBackup(unit: string, folder: string): Promise<{ code: number; err: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ALAHAS_PROGRAM: process.cwd(), ALAHAS_UNIT: unit }
  const child = spawn(`${process.cwd()}/deploy/alahas`, ['backup', join(folder, 'stopped.tar.gz')], { env })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk))
  await until(async () => (await readdir(folder)).some((name) => name.startsWith('stopped.tar.gz.draft-')))
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number]
  return { code, err }
}

/** Writes a unit with its environment file. Its user is `nobody` under root, and otherwise the present user. */
async function writeUnit(folder: string, data: string, user = ordinary ? 'nobody' : null): Promise<string> {
  const settings = join(folder, 'shop.env')
  await writeFile(settings, "ADMIN_EMAIL=admin@shop.example\nPUBLIC_URL='https://shop.example'\n", { mode: 0o600 })
  const unit = join(folder, 'alahas.service')
  const lines = ['[Service]', ...(user === null ? [] : [`User=${user}`]), `Environment=SHOP_DEMO=0 DATA_DIR=${data}`]
  await writeFile(unit, [...lines, `EnvironmentFile=-${settings}`, ''].join('\n'))
  return unit
}

test('alahas works on the shop of the service, as the owner of its data', { timeout: 180_000 }, async () => {
  const { folder, start } = await newShop(ordinary)
  const server = await start()
  const place = await dataFolder()
  await chmod(place, 0o755)
  const backups = await dataFolder(ordinary)
  try {
    const unit = await writeUnit(place, folder)
    const state = await alahas(unit, '/', 'status')
    expect(state).toMatchObject({ code: 0, err: expect.stringContaining(`The shop in ${folder}, of version `) })
    expect(state.out).toMatch(/last backup: never recorded/)

    const file = join(backups, 'shop.tar.gz')
    expect(await alahas(unit, backups, 'backup', 'shop.tar.gz')).toMatchObject({ code: 0 })
    const { uid } = await stat(file)
    expect(uid).toBe(ordinary?.uid ?? process.getuid?.())
    expect((await alahas(unit, '/', 'status')).out).toContain(file)
    expect(await stopBackup(unit, backups)).toEqual({
      code: 1,
      err: expect.stringMatching(/\nThe backup was stopped, and nothing of it is left\n$/),
    })
    expect(await readdir(backups)).toEqual(['shop.tar.gz'])
    expect(await alahas(unit, '/', 'verify')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The books are right/),
    })
    expect((await alahas(unit, '/', 'sign-in-link', admin.ADMIN_EMAIL)).out).toContain(
      'https://shop.example/login#link=',
    )
    expect(await alahas(unit, backups, 'restore', '--check', 'shop.tar.gz')).toMatchObject({ code: 0 })
    expect(await stopped(server)).toBe(0)

    // A shop stays without --overwrite, and a new one needs --new when nobody can be asked.
    expect(await alahas(unit, '/', 'restore', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--overwrite'),
    })
    const other = await newShop(ordinary)
    const otherPlace = join(place, 'other')
    await mkdir(otherPlace)
    await chmod(otherPlace, 0o755)
    const otherUnit = await writeUnit(otherPlace, other.folder)
    const refused = await alahas(otherUnit, '/', 'restore', file)
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no shop in ${other.folder}: say --new`),
    })
    expect(await alahas(otherUnit, '/', 'restore', file, '--overwrite')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no shop in ${other.folder} to overwrite`),
    })
    expect(await readdir(other.folder)).not.toContain('db')
    expect(await alahas(otherUnit, '/', 'restore', file, '--new')).toMatchObject({
      code: 0,
      out: expect.stringContaining(` is back in ${other.folder}: `),
    })
    const again = await other.start()
    expect(await supplierNames(again.url, await signIn(again.url))).toEqual([])
    expect(await stopped(again)).toBe(0)
  } finally {
    await removeFolder(place)
    await removeFolder(backups)
  }
})

test('alahas says what is missing', async () => {
  const place = await dataFolder()
  try {
    const missing = join(place, 'none.service')
    expect(await alahas(missing, '/', 'status')).toEqual({
      code: 1,
      out: '',
      err: `${missing} cannot be read (ENOENT): is the shop installed as docs/operations.md says?\n`,
    })
    expect(await alahas(missing, '/', 'destroy')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Say what to do/),
    })
    const unit = await writeUnit(place, join(place, 'data'), 'no-such-user')
    expect((await alahas(unit, '/', 'status')).err).toContain('There is no user no-such-user on this machine\n')
    // An operator changes the unit by `systemctl edit`.
    await mkdir(`${unit}.d`)
    await writeFile(`${unit}.d/override.conf`, `[Service]\nEnvironment=DATA_DIR=${place}/moved\nUser=other-user\n`)
    const { err } = await alahas(unit, '/', 'status')
    expect(err).toContain(`The shop in ${place}/moved, of version `)
    expect(err).toContain('There is no user other-user on this machine\n')
  } finally {
    await removeFolder(place)
  }
})

test('a restore in the folder of an installed shop says that the shop is elsewhere', async () => {
  const place = await dataFolder()
  try {
    const unit = join(place, 'alahas.service')
    await writeFile(unit, `[Service]\nWorkingDirectory=${process.cwd()}\n`)
    const refused = { code: 1, out: '', err: expect.stringContaining('say alahas restore FILE') }
    expect(await runScript('restore.ts', { ALAHAS_UNIT: unit }, 'no-such-file')).toEqual(refused)
    // A named folder is meant.
    const named = await runScript('restore.ts', { ALAHAS_UNIT: unit, DATA_DIR: join(place, 'data') }, 'no-such-file')
    expect(named).toMatchObject({ code: 1, err: expect.stringContaining('no-such-file') })
  } finally {
    await removeFolder(place)
  }
})

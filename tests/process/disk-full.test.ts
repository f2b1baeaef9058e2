import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { migrate } from '../../server/db/migrate.ts'
import { emptyDatabase } from '../support/databases.ts'
import { formOf } from '../support/pictures.ts'
import { dataFolder, removeFolder, until } from '../support/server.ts'
import { ownView } from '../support/users.ts'
import { createSupplier, runScript, signIn, stopped, supplierNames } from './shop.ts'
import { shopOnSmallDisk } from './small-disk.ts'

const sentence =
  'Nothing could be saved, because the disk of the shop is full. Please tell whoever looks after the server'

test(
  'a full disk is reported, leaves no partial data, allows reading, and work resumes once there is space',
  { timeout: 90_000 },
  async () => {
    const { server, disk, fill, empty } = await shopOnSmallDisk(200)
    const token = await signIn(server.url)
    const headers = { authorization: `Bearer ${token}` }
    const post = async (path: string, body: object | FormData) => {
      const form = body instanceof FormData
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: form ? headers : { ...headers, 'content-type': 'application/json' },
        body: form ? body : JSON.stringify(body),
      })
      const { message } = (await response.json()) as { message?: string }
      return { status: response.status, message, retryAfter: response.headers.get('retry-after') }
    }
    const item = { itemName: 'Ring', categoryID: 1, grams: 3, uom: 'PCS', price: 1000, cost: 600 }
    expect((await post('/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })).status).toBe(201)
    expect((await post('/api/v1/item-inventory', { ...item, itemCode: 'A' })).status).toBe(201)
    const noise = { data: randomBytes(600 * 600 * 3), raw: { width: 600, height: 600, channels: 3 as const } }
    const picture = await sharp(noise.data, { raw: noise.raw }).png().toBuffer()
    const upload = () => post('/api/v1/item-images/1', formOf({}, { 'ring.png': picture }))

    await fill()
    expect(await upload()).toEqual({ status: 503, message: sentence, retryAfter: '60' })
    expect(await readdir(`${disk}/pictures`)).toEqual([])
    // PostgreSQL still has space in its existing pages.
    let made = 0
    const refused = await until(async () => {
      const answer = await post('/api/v2/suppliers', {
        supplierName: `Supplier ${made}`,
        contactDetails: 'x'.repeat(200),
        email: 'supplier@shop.example',
      })
      if (answer.status === 201) made++
      return answer.status === 201 ? null : answer
    })
    expect(refused).toEqual({ status: 503, message: sentence, retryAfter: '60' })
    expect(await supplierNames(server.url, token)).toHaveLength(made)

    await empty()
    expect(await createSupplier(server.url, token, 'After')).toBe(201)
    expect((await upload()).status).toBe(201)
    expect((await supplierNames(server.url, token)).toSorted()).toEqual(
      ['After', ...Array.from({ length: made }, (_, n) => `Supplier ${n}`)].toSorted(),
    )
    expect(await stopped(server)).toBe(0)
  },
)

/** Logs while the disk of the log is full and again once there is space, and then prints the log. */
const logging = `
  import { readFileSync, rmSync, writeFileSync } from 'node:fs'
  import { createLogger } from './server/http/log.ts'
  const { stream } = createLogger('warn')
  stream.write('before\\n')
  try { writeFileSync(process.env.DISK + '/filler', Buffer.alloc(2 ** 20)) } catch {}
  for (let n = 0; n < 100; n++) stream.write('x'.repeat(4000) + '\\n')
  rmSync(process.env.DISK + '/filler')
  stream.write('after\\n')
  console.error(readFileSync(process.env.DISK + '/log', 'utf8').replaceAll('x', ''))
`

test('a full log disk does not end the server, and logging resumes once there is space', async () => {
  const DISK = await dataFolder()
  onTestFinished(() => removeFolder(DISK))
  const mount = 'mount -t tmpfs -o size=64k none "$DISK" && exec "$@" 2>&1 > "$DISK/log"'
  const [unshare, ...given] = [...ownView, 'sh', '-c', mount, 'sh']
  const node = [process.execPath, '--input-type=module', '-e', logging]
  const told = execFileSync(unshare, [...given, ...node], { encoding: 'utf8', env: { ...process.env, DISK } })
  expect(told).toMatch(/^before\n\s*after\n\s*$/)
})

/** Runs a program with DISK as a disk of this size, and prints its files at the end. */
const onSmallDisk = (kilobytes: number, env: Record<string, string>, ...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const script = `mount -t tmpfs -o size=${kilobytes}k none "$DISK" && "$@"; code=$?; ls -A "$DISK"; exit $code`
    const [command, ...rest] = [...ownView, 'sh', '-c', script, 'sh', process.execPath, ...words]
    const own = { PATH: process.env['PATH'] ?? '', ...env }
    execFile(command!, rest, { env: own }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })

test('a backup and a restore say that the disk is full, and leave nothing', { timeout: 60_000 }, async () => {
  const [shop, files, disk] = [await emptyDatabase(), await dataFolder(), await dataFolder()]
  onTestFinished(async () => {
    await shop.drop()
    for (const folder of [files, disk]) await removeFolder(folder)
  })
  await migrate(shop.url)
  const file = join(files, 'shop.tar.gz')
  const made = await runScript('backup.ts', { DATABASE_URL: shop.url, DATA_DIR: files }, file)
  expect(made).toMatchObject({ code: 0, err: '' })
  const full = { code: 1, err: 'There is no space left on the disk: make space, and run this again\n' }
  const env = { DATABASE_URL: shop.url, DISK: disk }
  expect(await onSmallDisk(8, { ...env, DATA_DIR: files }, 'scripts/backup.ts', `${disk}/shop.tar.gz`)).toEqual({
    ...full,
    out: '',
  })
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const into = { ...env, DATABASE_URL: empty.url, DATA_DIR: disk }
  expect(await onSmallDisk(8, into, 'scripts/restore.ts', file)).toEqual({ ...full, out: 'pictures\n' })
})

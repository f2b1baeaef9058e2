import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { emptyDatabase } from '../support/databases.ts'
import { isAlive, type Server, until } from '../support/server.ts'
import { admin, addSupplier, createSupplier, newOpenedShop, newShop, signIn, supplier, supplierNames } from './shop.ts'

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under load completes the accepted calls and then ends the server and PostgreSQL',
  { timeout: 60_000 },
  async (signal) => {
    const { start, postgres } = await newOpenedShop()
    const server = await start()
    const token = await signIn(server.url)
    const pid = (await postgres())!
    let signalled = false
    const before: { name: string; status: number }[] = []
    const after: { name: string; status: number }[] = []
    const tills = Array.from({ length: 12 }, async (_, till) => {
      for (let n = 0; n < 10_000; n++) {
        const name = `${till}-${n}`
        const sentBefore = !signalled
        const status = await createSupplier(server.url, token, name)
        ;(sentBefore ? before : after).push({ name, status })
        if (status === 0) return
      }
    })
    const slow = await halfSent(server, token, 'Slow')
    await until(() => before.length > 100)
    signalled = true
    server.child.kill(signal)
    await sleep(500) // the server no longer listens, but waits for this call
    expect(isAlive(server.pid)).toBe(true)
    expect(await slow.finish()).toBe(201)
    expect(await server.ended).toBe(0)
    await Promise.all(tills)
    expect([isAlive(server.pid), isAlive(pid)]).toEqual([false, false])

    expect(before.filter(({ status }) => ![201, 503].includes(status))).toEqual([])
    expect(after.filter(({ status }) => ![0, 201, 503].includes(status))).toEqual([])
    const again = await start()
    const kept = await supplierNames(again.url, token)
    const promised = [...before, ...after].flatMap(({ name, status }) => (status === 201 ? [name] : []))
    expect(new Set(kept).size).toBe(kept.length)
    // A call with a broken connection may or may not have run. All other calls match exactly.
    const unsure = after.flatMap(({ name, status }) => (status === 0 ? [name] : []))
    expect(kept.filter((name) => !unsure.includes(name)).toSorted()).toEqual([...promised, 'Slow'].toSorted())
  },
)

test('/readyz fails first, while calls still succeed', { timeout: 60_000 }, async () => {
  const { start } = await newShop()
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  // With an external database the server may have a balancer, and gives it time to notice.
  const server = await start({ DATABASE_URL: database.url })
  server.child.kill('SIGTERM')
  await until(async () => (await fetch(`${server.url}/readyz`)).status === 503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await signIn(server.url)).toHaveLength(43)
  expect(await server.ended).toBe(0)
})

test('a second Ctrl-C ends at once, and the next start finds all data', { timeout: 60_000 }, async () => {
  const { start, postgres } = await newOpenedShop()
  const server = await start()
  const token = await signIn(server.url)
  await addSupplier(server.url, token, 'Aurum')
  const held = await halfSent(server, token, 'Held')
  server.child.kill('SIGINT')
  await sleep(2000)
  expect(isAlive(server.pid)).toBe(true)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(1)
  expect(await held.finish()).toBe(0)
  expect(await postgres()).not.toBeNull()
  const again = await start()
  expect(await supplierNames(again.url, token)).toEqual(['Aurum'])
})

test('one Ctrl-C that npm delivers twice still closes properly', { timeout: 60_000 }, async () => {
  const { start, postgres } = await newOpenedShop()
  const server = await start()
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(await postgres()).toBeNull()
})

test('a signal during the start leaves no process running', { timeout: 60_000 }, async () => {
  const { start, postgres } = await newShop()
  let seen: number | null = null
  const server = await start({}, undefined, async ({ pid }) => {
    seen = await until(() => postgres())
    process.kill(pid, 'SIGTERM')
  })
  expect([server.url, await server.ended]).toEqual(['', 0])
  expect(isAlive(seen!)).toBe(false)
})

test('the end of npm ends the server', { timeout: 60_000 }, async () => {
  const { folder, postgres } = await newOpenedShop()
  const env = { ...process.env, ...admin, DATA_DIR: folder, PORT: '0', SHOP_DEMO: '0', npm_lifecycle_event: 'start' }
  const shell = spawn('sh', ['-c', `"${process.execPath}" server/main.ts & echo pid $!; wait`], { env })
  let text = ''
  shell.stdout.on('data', (chunk) => (text += chunk))
  await until(() => text.includes('Ctrl-C'))
  const pid = Number(/pid (\d+)/.exec(text)![1])
  const database = (await postgres())!
  shell.kill('SIGKILL')
  await until(() => !isAlive(pid))
  expect(isAlive(database)).toBe(false)
})

/**
 * Sends the head and half of the body of a call. `finish` sends the rest and returns the status; 0 means no response.
 */
async function halfSent({ url }: Server, token: string, name: string) {
  const body = supplier(name)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
  }
  const call = request(`${url}/api/v2/suppliers`, { method: 'POST', headers, agent: false })
  const status = new Promise<number>((done) => {
    call.once('response', (response) => {
      response.resume().once('end', () => done(response.complete ? response.statusCode! : 0))
    })
    call.once('error', () => done(0))
  })
  await new Promise<void>((done) => call.write(body.slice(0, 20), () => done()))
  await sleep(100)
  return {
    finish: () => {
      call.end(body.slice(20))
      return status
    },
  }
}

// Proves that a restart of the service refuses no call: systemd's socket keeps them waiting for the next server.
import { readdirSync, readlinkSync } from 'node:fs'
import { Agent, request } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import { isAlive, until } from '../support/server.ts'
import { countCalls, createRing, makeCalls, startService } from './service.ts'
import { admin, newOpenedShop, signIn } from './shop.ts'

/** Starts a service on a data folder with a shop, and gives it an item to sell. */
async function newService() {
  const { folder, postgres } = await newOpenedShop()
  const service = await startService({
    program: process.cwd(),
    home: folder,
    settings: { DATA_DIR: folder, ...admin },
  })
  onTestFinished(service.stop)
  const token = await signIn(service.url)
  const itemID = await createRing(service.url, token)
  return { service, token, itemID, postgres }
}

test('two restarts under calls fail none of them', { timeout: 180_000 }, async () => {
  const { service, token, itemID } = await newService()
  const { calls, finish } = makeCalls(service.url, token, itemID)
  await expect.poll(() => calls.sales.length, { timeout: 20_000 }).toBeGreaterThan(10)
  const first = service.pid()
  for (let restart = 0; restart < 2; restart++) {
    await service.restart()
    const before = calls.sales.length
    await expect.poll(() => calls.sales.length, { timeout: 20_000 }).toBeGreaterThan(before + 10)
  }
  const { failures, sales, slowest } = await finish()
  expect(service.pid()).not.toBe(first)
  expect(failures).toEqual([])
  expect(new Set(sales).size).toBe(sales.length)
  const listed = await fetch(`${service.url}/api/v2/sales?pageSize=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(((await listed.json()) as { meta: { total: number } }).meta.total).toBe(sales.length)
  console.log(`${countCalls(calls)} calls, ${sales.length} sales, slowest ${Math.round(slowest)} ms, failures 0`)
})

test('a stopping server ends kept connections by its last response on each', { timeout: 60_000 }, async () => {
  const { service } = await newService()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const get = () =>
    new Promise<{ status: number; connection: string | undefined; reused: boolean }>((done, failed) => {
      const sent = request(`${service.url}/healthz`, { agent }, (response) => {
        response.resume().once('end', () => {
          const { statusCode, headers } = response
          done({ status: statusCode!, connection: headers.connection, reused: sent.reusedSocket })
        })
      })
      sent.once('error', failed).end()
    })
  expect(await get()).toMatchObject({ status: 200, connection: 'keep-alive' })
  const first = service.pid()
  const restarted = service.restart()
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503)
  expect(await get()).toEqual({ status: 200, connection: 'close', reused: true })
  // Nobody listens between the two servers. A call of that moment waits for the next one.
  await until(() => !isAlive(first))
  expect(await get()).toMatchObject({ status: 200, reused: false })
  await restarted
})

test('PostgreSQL does not inherit the socket', { timeout: 60_000 }, async () => {
  const { service, postgres } = await newService()
  const linkOf = (pid: number, fd: string) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return '' // closed since the folder was read
    }
  }
  const socket = linkOf(service.pid(), '3')
  expect(socket).toMatch(/^socket:/)
  const pid = (await postgres())!
  expect(readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(pid, fd))).not.toContain(socket)
})

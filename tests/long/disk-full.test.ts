import pg from 'pg'
import { expect, test } from 'vitest'

import { signIn, stopped } from '../process/shop.ts'
import { shopOnSmallDisk } from '../process/small-disk.ts'
import { isAlive, until } from '../support/server.ts'
import { busyPeople, stockShop } from './busy-people.ts'
import { inspect, nothing, picturesOf } from './whole-shop.ts'

const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 5)

test(`a disk that fills up ${rounds} times during all activities of a shop, until PostgreSQL cannot write its log`, async () => {
  const { server, disk, database, fill, empty } = await shopOnSmallDisk(240)
  const token = await signIn(server.url)
  await stockShop(server.url, token)
  const people = busyPeople(server, token)
  const ready = () => fetch(`${server.url}/readyz`).then(({ ok }) => ok)

  for (let round = 1; round <= rounds; round++) {
    const before = people.answered.size
    await until(() => people.answered.size > before + 20, 120_000)
    await fill()
    // PostgreSQL cannot create its next log file and stops. The server starts it again and again.
    await writeAheadLog(database)
    await until(async () => !(await ready()), 120_000)
    expect(isAlive(server.pid)).toBe(true)
    await empty()
    const from = performance.now()
    await until(ready, 120_000)
    console.log(`Round ${round}: served again ${Math.round(performance.now() - from)} ms after there was space`)
    await people.pause()
    const { wrong } = await inspect(database, picturesOf(disk), people.answered)
    expect([round, wrong]).toEqual([round, nothing])
    people.goOn()
  }
  await people.finish()
  expect(people.unexpected).toEqual([])
  const { wrong, names, unnamed, drafts } = await inspect(database, picturesOf(disk), people.answered)
  expect(wrong).toEqual(nothing)
  expect([...names].toSorted()).toEqual([...people.asked].toSorted())
  expect([unnamed, drafts]).toEqual([0, 0])
  expect(await stopped(server)).toBe(0)
})

/** Fills PostgreSQL's write-ahead log file by file until the disk is full. */
async function writeAheadLog(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    for (let n = 0; n < 100; n++) {
      await client.query("select pg_logical_emit_message(true, 'full', repeat('x', 1000000))")
      await client.query('select pg_switch_wal()')
    }
  } catch {
    // The disk is full now.
  } finally {
    await client.end().catch(() => {})
  }
}

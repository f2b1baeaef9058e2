import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runningCluster } from '../../server/db/embedded.ts'
import { createRandom } from '../../server/demo/random.ts'
import { newShop, runScript, signIn, stopped } from '../process/shop.ts'
import { until } from '../support/server.ts'
import { busyPeople, stockShop } from './busy-people.ts'
import { inspect, nothing, picturesOf } from './whole-shop.ts'

const seed = process.env['CHAOS_SEED'] ?? String(Date.now())
const kills = Number(process.env['CHAOS_KILLS'] ?? 20)
/** The maximum number of files that one call and its picture variants write at once. */
const filesAtOnce = 4

test.each(['the server', 'PostgreSQL'] as const)(
  `kill -9 of %s ${kills} times during all activities of a shop (CHAOS_SEED=${seed})`,
  async (victim) => {
    const random = createRandom(`${seed} ${victim}`)
    const { folder, start, postgres } = await newShop()
    let server = await start()
    const token = await signIn(server.url)
    await stockShop(server.url, token)
    const where = { url: server.url }
    const people = busyPeople(where, token)
    const recovered: number[] = []
    let unnamedAtMost = 0

    for (let kill = 1; kill <= kills; kill++) {
      const enough = people.answered.size + random.whole(10, 60)
      await until(() => people.answered.size > enough, 120_000)
      await sleep(random.whole(0, 200))
      const killed = performance.now()
      if (victim === 'the server') {
        process.kill(server.pid, 'SIGKILL')
        await server.ended
        server = await start()
        where.url = server.url
      } else {
        process.kill((await postgres())!, 'SIGKILL')
        await until(async () => (await fetch(`${server.url}/readyz`)).status === 503, 10_000).catch(() => {})
      }
      await until(async () => (await fetch(`${server.url}/readyz`)).ok, 120_000)
      recovered.push(Math.round(performance.now() - killed))
      await people.pause()
      await until(async () => (await fetch(`${server.url}/readyz`)).ok, 120_000)
      const url = (await runningCluster(`${folder}/db`))!('shop')
      const { wrong, unnamed, drafts } = await inspect(url, picturesOf(folder), people.answered)
      expect([kill, wrong]).toEqual([kill, nothing])
      // Each kill leaves at most the files that were being written. A retry reuses its own files.
      expect(unnamed).toBeLessThanOrEqual(filesAtOnce)
      expect(drafts).toBeLessThanOrEqual(kill * filesAtOnce)
      unnamedAtMost = Math.max(unnamedAtMost, unnamed)
      people.goOn()
    }

    await people.finish()
    expect(people.unexpected).toEqual([])
    expect(await stopped(server)).toBe(0)
    const last = await start()
    const url = (await runningCluster(`${folder}/db`))!('shop')
    const { wrong, names, unnamed, drafts } = await inspect(url, picturesOf(folder), people.answered)
    expect(wrong).toEqual(nothing)
    expect([...names].toSorted()).toEqual([...people.asked].toSorted())
    expect(unnamed).toBe(0)
    expect(await stopped(last)).toBe(0)
    const verified = await runScript('verify-books.ts', { DATA_DIR: folder })
    expect(verified).toMatchObject({ code: 0, err: '' })
    const slowest = Math.max(...recovered)
    console.log(
      `${kills} kills of ${victim} (seed ${seed}): ${names.size} documents, none lost, twice or half; ` +
        `back after ${slowest} ms at most; ${unnamedAtMost} pictures without a row at most, ${drafts} drafts left`,
    )
  },
)

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import pg from 'pg'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { startCluster } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { firstStart } from '../../server/first-start.ts'
import { openSession } from '../../server/http/session.ts'

/** A PostgreSQL and a folder of a bench's own. */
export type Place = {
  folder: string
  /** Makes a shop in a database of this name, filled over one connection without time limits; answers its address. */
  newShop: (fill: (client: pg.Client) => Promise<unknown>, name?: string) => Promise<string>
}

/** Does a bench's work on a PostgreSQL of its own that is gone afterwards. `fsync`: as durable as a real shop's. */
export async function withOwnPlace(work: (place: Place) => Promise<unknown>, { fsync = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-bench-'))
  const cluster = await startCluster(`${folder}/db`, { fsync })
  const newShop: Place['newShop'] = async (fill, name = 'shop') => {
    const url = cluster.url(name)
    await using(cluster.url('postgres'), (owner) => owner.query(`create database ${name}`))
    await migrate(url)
    const { db, pool } = connect(url, 1)
    await firstStart(db, { email: 'bench@alahas.test' })
    await pool.end()
    // A connection of its own: the app's end a statement that takes as long as this may.
    await using(url, fill)
    return url
  }
  try {
    await work({ folder, newShop })
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function using(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  await work(client)
  await client.end()
}

/** The app on this database, and a way to ask it as the administrator, who has a token of his own. */
export async function openApp(folder: string, { db, pool }: ReturnType<typeof connect>) {
  const app = await createApp({ db, pictureStore: pictureFolder(folder) })
  const headers = { authorization: `Bearer ${await openSession(db, 1, 'bench')}` }
  const close = async () => {
    await app.close()
    await pool.end()
  }
  /** Asks an address: how long the answer took in milliseconds, and its text. Throws where it is refused. */
  async function ask(url: string) {
    const start = performance.now()
    const answer = await app.inject({ url, headers })
    const took = performance.now() - start
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { took, body: answer.body }
  }
  return { app, headers, ask, close }
}

/** How often each address is asked after the first time. */
const rounds = 30

/**
 * Asks each address of a shop that `fill` has filled, and prints the first time, the median and the slowest of the
 * others. Answers the names of those whose median is above the limit (milliseconds).
 */
export async function timeAnswers(
  fill: (client: pg.Client) => Promise<unknown>,
  asked: Record<string, string>,
  limit: number,
): Promise<string[]> {
  const slow: string[] = []
  await withOwnPlace(async ({ folder, newShop }) => {
    const { ask, close } = await openApp(folder, connect(await newShop(fill)))
    for (const [what, url] of Object.entries(asked)) {
      const { took: first } = await ask(url)
      const times: number[] = []
      for (let n = 0; n < rounds; n++) times.push((await ask(url)).took)
      times.sort((a, b) => a - b)
      const median = times.at(rounds / 2)!
      const figures = [first, median, times.at(-1)!].map((took) => `${took.toFixed(1)} ms`.padStart(12))
      console.log(what.padEnd(34), ...figures)
      if (median > limit) slow.push(what)
    }
    await close()
  })
  return slow
}

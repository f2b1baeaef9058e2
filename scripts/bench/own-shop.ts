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

/** A benchmark's own PostgreSQL and folder. */
export type Place = {
  folder: string
  /**
   * Creates a shop in a database with this name, and fills it over one connection without timeouts. Returns the
   * database URL.
   */
  newShop: (fill: (client: pg.Client) => Promise<unknown>, name?: string) => Promise<string>
}

/** Runs a benchmark on a temporary PostgreSQL. `fsync` makes it as durable as a real shop's. */
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
    // This separate connection has no timeout; the app's would cancel a long statement.
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

/** Returns the app on this database, and a function that sends requests as the administrator. */
export async function openApp(folder: string, { db, pool }: ReturnType<typeof connect>) {
  const app = await createApp({ db, pictureStore: pictureFolder(folder) })
  const headers = { authorization: `Bearer ${await openSession(db, 1, 'bench')}` }
  const close = async () => {
    await app.close()
    await pool.end()
  }
  /** Requests a URL. Returns the time in milliseconds and the text. Throws where the status is an error. */
  async function ask(url: string) {
    const start = performance.now()
    const answer = await app.inject({ url, headers })
    const took = performance.now() - start
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { took, body: answer.body }
  }
  return { app, headers, ask, close }
}

/** Number of requests to each URL after the first. */
const rounds = 30

/**
 * Fills a shop and requests each URL of `asked`. Prints the time of the first request to each, and the median and the
 * maximum of the later ones. Returns the names of those whose median exceeds the limit in milliseconds.
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

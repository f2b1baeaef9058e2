import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import pg from 'pg'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { startCluster } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { firstStart } from '../../server/first-start.ts'
import { openSession } from '../../server/http/session.ts'

/** Milliseconds from asking an address as the administrator to its answer; throws where it is refused. */
export type Ask = (url: string) => Promise<number>

/** Measures a shop that `fill` has filled, on a PostgreSQL of its own that is gone afterwards. */
export async function withOwnShop(
  fill: (client: pg.Client) => Promise<unknown>,
  measure: (ask: Ask) => Promise<unknown>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-bench-'))
  const cluster = await startCluster(`${folder}/db`, { fsync: false })
  try {
    const owner = new pg.Client(cluster.url('postgres'))
    await owner.connect()
    await owner.query('create database shop')
    await owner.end()
    await migrate(cluster.url('shop'))
    const { db, pool } = connect(cluster.url('shop'))
    await firstStart(db, { email: 'bench@alahas.test' })
    // A connection of its own: the app's end a statement that takes this long.
    const seeder = new pg.Client(cluster.url('shop'))
    await seeder.connect()
    await fill(seeder)
    await seeder.end()
    const app = await createApp({ db, uploadsFolder: folder })
    const authorization = `Bearer ${await openSession(db, 1, 'bench')}`
    await measure(async (url) => {
      const start = performance.now()
      const answer = await app.inject({ url, headers: { authorization } })
      const took = performance.now() - start
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return took
    })
    await app.close()
    await pool.end()
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { inject } from 'vitest'

/** Creates an empty database on the test PostgreSQL, or a copy of an unused database. */
export async function emptyDatabase(like?: string) {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client(inject('database').replace('NAME', 'postgres'))
  await owner.connect()
  await owner.query(`create database ${name}${like ? ` template ${new URL(like).pathname.slice(1)}` : ''}`)
  return {
    url: inject('database').replace('NAME', name),
    drop: async () => {
      await dropDatabase(owner, name)
      await owner.end()
    },
  }
}

/**
 * Drops a database once all clients have disconnected. A closed connection takes a moment to end, and a forced end
 * raises an error in the client. After 10 s the remaining connections are ended by force.
 */
export async function dropDatabase(owner: pg.Client, name: string) {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const { rows } = await owner.query('select from pg_stat_activity where datname = $1 limit 1', [name])
    if (rows.length === 0) break
    await sleep(20)
  }
  await owner.query(`drop database ${name} with (force)`)
}

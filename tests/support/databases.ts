import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { inject } from 'vitest'

/** An empty database on the tests' PostgreSQL, or a copy of another that nobody is connected to. */
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
 * Drops a database once everybody has left it: a connection that is closed takes a moment to end, and one that is ended
 * by force tells its client so, whether or not anybody listens there any more. Who still stays after 10 s is put out.
 */
export async function dropDatabase(owner: pg.Client, name: string) {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const { rows } = await owner.query('select from pg_stat_activity where datname = $1 limit 1', [name])
    if (rows.length === 0) break
    await sleep(20)
  }
  await owner.query(`drop database ${name} with (force)`)
}

import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { inject } from 'vitest'

/** An empty database on the tests' PostgreSQL. */
export async function emptyDatabase() {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client(inject('database').replace('NAME', 'postgres'))
  await owner.connect()
  await owner.query(`create database ${name}`)
  return {
    url: inject('database').replace('NAME', name),
    drop: async () => {
      await owner.query(`drop database ${name} with (force)`)
      await owner.end()
    },
  }
}

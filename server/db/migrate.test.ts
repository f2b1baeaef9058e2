import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { expect, test } from 'vitest'

import { emptyDatabase } from '../../tests/support/databases.ts'
import { migrate } from './migrate.ts'

test('a role that may not make tables learns what to grant, and what it says suffices', async () => {
  const { url, drop } = await emptyDatabase()
  const role = `role_${randomUUID().slice(0, 8)}`
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(`create role ${role} login password 'secret'`)
  const own = new URL(url)
  own.username = role
  own.password = 'secret'
  try {
    const refused = await migrate(own.href).catch((error: Error) => error.message)
    const name = own.pathname.slice(1)
    expect(refused).toBe(
      `DATABASE_URL: ${role} may not make tables in ${name} (permission denied for schema public). As its owner, run:\n` +
        `  alter database ${name} owner to ${role}; grant all on schema public to ${role};`,
    )
    await owner.query(String(refused).split('run:')[1]!)
    expect((await migrate(own.href)).length).toBeGreaterThan(20)
  } finally {
    await owner.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
    await owner.end()
    await drop()
  }
})

import { spawn } from 'node:child_process'
import { join } from 'node:path'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { startCluster } from '../../server/db/embedded.ts'
import { locks } from '../../server/db/locks.ts'
import { migrate } from '../../server/db/migrate.ts'
import { dataFolder, removeFolder } from './server.ts'

const template = 'shop_template'

/**
 * Starts one PostgreSQL for the whole run, with one migrated template database that every test file copies. Uses the
 * server of TEST_DATABASE_URL instead if it is set; its user must be allowed to create databases.
 */
export default async function start(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const { url, stop } = given ? { url: named(given), stop: async () => {} } : await ownCluster()
  const owner = new pg.Client(url('postgres'))
  await owner.connect()
  // Two runs on one server take turns, because they share the template.
  await owner.query('select pg_advisory_lock($1)', [locks.migrations])
  await dropTemplate(owner)
  await owner.query(`create database ${template}`)
  await migrate(url(template))
  await owner.query(`alter database ${template} is_template true allow_connections false`)
  project.provide('database', url('NAME'))
  const folder = await dataFolder()
  cleanUpAfterRun(folder)
  project.provide('folder', folder)
  return async () => {
    await dropTemplate(owner)
    await owner.end()
    await stop()
    await removeFolder(folder)
  }
}

async function ownCluster() {
  const folder = await dataFolder()
  cleanUpAfterRun(folder)
  const cluster = await startCluster(`${folder}/db`, { fsync: false })
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop()
      await removeFolder(folder)
    },
  }
}

/** Starts a process that cleans up after a run whose teardown a signal has prevented. */
export function cleanUpAfterRun(...folders: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'clean-up.ts'), ...folders], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
}

/** Returns a function that builds the address of another database on the same server. */
function named(given: string) {
  return (database: string) => {
    const url = new URL(given)
    url.pathname = `/${database}`
    return url.href
  }
}

async function dropTemplate(owner: pg.Client) {
  const { rows } = await owner.query('select 1 from pg_database where datname = $1', [template])
  if (rows.length === 0) return
  await owner.query(`alter database ${template} is_template false`)
  await owner.query(`drop database ${template} with (force)`)
}

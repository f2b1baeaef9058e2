import { readFile } from 'node:fs/promises'

import { expect } from 'vitest'

import { freePort } from '../../../server/db/postgres-process.ts'
import { runScript, stopped } from '../../process/shop.ts'
import { startServer, until } from '../../support/server.ts'
import { killPostgres, postgresUser, runInside } from './debian.ts'
import { adminPassword, createFolder, dataIn } from './files.ts'
import { backrestEnvironment, type Hosts, query } from './hosts.ts'

/** Returns the client keys of all sales in a database. */
export const keysIn = async (url: string) =>
  new Set((await query<{ key: string }>(url, 'select client_key as key from sales_transaction')).map(({ key }) => key))

/** Proves the books of a database by the program of the operator, and returns what it prints. */
export async function verifyBooks(url: string): Promise<string> {
  const verified = await runScript('verify-books.ts', { DATABASE_URL: url })
  expect(verified).toMatchObject({ code: 0, err: '' })
  return verified.out
}

/**
 * Restores the database as it was at the moment `target` into a folder of its own, and starts PostgreSQL there. Returns
 * the database's address.
 */
export async function restoreUntil(hosts: Hosts, target: string): Promise<string> {
  const own = `${hosts.folder}/restored`
  const data = dataIn(own)
  for (const path of [own, `${own}/db`, data]) await createFolder(path, postgresUser)
  const time = ['--type=time', `--target=${target}`, '--target-action=promote']
  await hosts.backrest(hosts.hosts[0]!, `--pg1-path=${data}`, ...time, '--archive-mode=off', 'restore')
  const port = await freePort()
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${data}`,
    // PostgreSQL refuses connections until it has reached the moment. pg_ctl does not wait for that.
    '-c hot_standby=off',
    // A restored leader would wait for standbys that do not follow it.
    "-c synchronous_standby_names=''",
  ]
  const start = ['start', '-w', '-t', '120', '-D', data, '-l', `${data}/restored.log`, '-o', settings.join(' ')]
  await runInside(['/usr/lib/postgresql/18/bin/pg_ctl', ...start], backrestEnvironment(hosts.hosts[0]!)).catch(
    async (error: Error) => {
      throw new Error(await readFile(`${data}/restored.log`, 'utf8'), { cause: error })
    },
  )
  const url = `postgres://alahas:alahas@127.0.0.1:${port}/shop`
  await until(() =>
    query(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
  return url
}

/** Starts the shop on a restored database and expects that it serves. */
export async function openRestoredShop(hosts: Hosts, url: string) {
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: `${hosts.folder}/restored-shop`,
    ADMIN_PASSWORD: adminPassword,
    DRAIN_SECONDS: '0',
  })
  expect(server.output()).toContain('Alahas is ready')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await stopped(server)).toBe(0)
}

/** Brings the restored shop into the running cluster by a backup of the shop, and ends the restored PostgreSQL. */
export async function bringBack(hosts: Hosts, restored: string) {
  const file = `${hosts.folder}/restored.tar.gz`
  const DATA_DIR = `${hosts.folder}/restored-shop`
  const into = { DATABASE_URL: hosts.databaseOf(hosts.hosts[0]!), DATA_DIR: `${hosts.folder}/shop` }
  expect(await runScript('backup.ts', { DATABASE_URL: restored, DATA_DIR }, file)).toMatchObject({ code: 0 })
  await killPostgres(dataIn(`${hosts.folder}/restored`))
  await Promise.all(hosts.hosts.map((host) => stopped(hosts.serverOf(host))))
  expect(await runScript('restore.ts', into, file, '--overwrite')).toMatchObject({ code: 0 })
}

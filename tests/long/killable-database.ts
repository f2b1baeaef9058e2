import { readFile } from 'node:fs/promises'

import pg from 'pg'
import { onTestFinished } from 'vitest'

import { shopDatabase, startCluster } from '../../server/db/embedded.ts'
import { proxyTo } from '../process/proxy.ts'
import { dataFolder, isAlive, removeFolder, until } from '../support/server.ts'

/** A PostgreSQL that is killed, behind one address. What has started it starts it again, as a server does with its own. */
export async function killableDatabase() {
  const folder = await dataFolder()
  onTestFinished(() => removeFolder(folder))
  const cluster = await startCluster(`${folder}/db`)
  onTestFinished(() => cluster.stop())
  const proxy = await proxyTo(await shopDatabase(cluster))
  onTestFinished(() => proxy.close())
  const kill = async () => {
    const pid = Number((await readFile(`${folder}/db/pg/postmaster.pid`, 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    await until(async () => {
      proxy.to(cluster.url('shop'))
      const client = new pg.Client(cluster.url('shop'))
      client.on('error', () => {}) // the failed connection is tried again
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    }, 60_000)
  }
  return { url: proxy.url, kill }
}

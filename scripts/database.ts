import { sql } from 'drizzle-orm'

import { connect } from '../server/db/client.ts'
import { runningCluster, shopDatabase, startCluster } from '../server/db/embedded.ts'
import { type Config, StartError } from '../server/kernel/config.ts'
import type { Db } from '../server/kernel/database.ts'

/** Where the settings point, there is no shop. */
export class NoShop extends StartError {}

/**
 * Opens the server's database, even while the server runs: DATABASE_URL, or the database in DATA_DIR. `close` also
 * stops a PostgreSQL that this call started. Throws NoShop where no shop exists, and creates nothing.
 */
export async function openShop(config: Config): Promise<{ db: Db; url: string; close: () => Promise<void> }> {
  const { url, stop } = await database(config)
  const { db, pool } = connect(url, 1)
  const close = async () => {
    await pool.end()
    await stop?.()
  }
  try {
    const { rows } = await db.execute<{ made: number }>(
      sql`select 1 as made where to_regclass('shop_setting') is not null`,
    )
    if (rows.length === 0) throw new NoShop('There is no shop in this database yet')
  } catch (error) {
    await close()
    throw error
  }
  return { db, url, close }
}

/** Opens a database where a shop can be created: DATABASE_URL, or DATA_DIR, whose server must not run. */
export async function ownDatabase({
  databaseUrl,
  dataFolder,
}: Config): Promise<{ url: string; close: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const cluster = await startCluster(`${dataFolder}/db`)
  return { url: await shopDatabase(cluster), close: cluster.stop }
}

async function database({ databaseUrl, dataFolder }: Config): Promise<{ url: string; stop?: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl }
  const folder = `${dataFolder}/db`
  const running = await runningCluster(folder)
  if (running === undefined) throw new NoShop(`There is no shop in ${dataFolder} yet`)
  if (running) return { url: running('shop') }
  const started = await startCluster(folder)
  return { url: started.url('shop'), stop: started.stop }
}

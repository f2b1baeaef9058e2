// Restores the shop from a backup and proves its books. A failure changes nothing:
//   npm run restore -- shop.tar.gz              into a database without a shop
//   npm run restore -- shop.tar.gz --overwrite  replaces the existing shop
//   npm run restore -- --check shop.tar.gz      proves the file in a folder of its own, and touches no shop
// The shop must not run during a restore. It restores into the server's own database and pictures, as set by
// DATABASE_URL, UPLOADS_URL and DATA_DIR.
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { restore } from '../server/backup/backup.ts'
import { createDraft } from '../server/backup/drafts.ts'
import { connect } from '../server/db/client.ts'
import { openStore } from '../server/files/open.ts'
import { type Config, readConfig, StartError } from '../server/kernel/config.ts'
import { findContradictions } from '../server/prove-books.ts'
import { recordRun, runRecorded } from '../server/system/runs.ts'
import { NoShop, openShop, ownDatabase } from './database.ts'
import { explain } from './explain.ts'
import { listenForStop } from './stop-signal.ts'
import { parseUnit, unitFile } from './unit-settings.ts'

type Given = { file: string; overwrite: boolean; stop: AbortSignal }
type Restored = Awaited<ReturnType<typeof restore>>

async function main() {
  const given = process.argv.slice(2)
  const [file, ...rest] = given.filter((word) => word !== '--overwrite' && word !== '--check')
  const [overwrite, checks] = [given.includes('--overwrite'), given.includes('--check')]
  if (file === undefined || rest.length > 0 || (overwrite && checks))
    throw new StartError('Say which file: npm run restore -- FILE [--overwrite], or npm run restore -- --check FILE')
  const config = readConfig(process.env)
  const stop = listenForStop()
  return checks ? checkFile(config, { file, overwrite, stop }) : restoreShop(config, { file, overwrite, stop })
}

/**
 * Throws a StartError where the checkout serves an installed shop and no setting names another: its data is elsewhere,
 * and a shop in the checkout's own folder would be one more.
 */
function assertMeansThisFolder() {
  if (process.env['DATA_DIR'] !== undefined || process.env['DATABASE_URL'] !== undefined || !existsSync(unitFile))
    return
  const { folder } = parseUnit(readFileSync(unitFile, 'utf8'))
  if (folder === null || resolve(folder) !== resolve(import.meta.dirname, '..')) return
  throw new StartError(
    'This folder serves the shop of alahas.service: say alahas restore FILE. For another folder set DATA_DIR',
  )
}

/** Restores the shop, and returns the line that says so. */
async function restoreShop(config: Config, given: Given): Promise<string> {
  assertMeansThisFolder()
  const { url, close } = await ownDatabase(config)
  try {
    const made = await runRecorded('restore', () => restoreInto(config, url, given), {
      record: (ended) => recordAlone(url, ended),
      describe: (restored) => ({ detail: `The shop of ${describe(restored)}`, file: resolve(given.file) }),
      warn: (line) => console.error(line),
    })
    // It belongs to the shop that was here before.
    await rm(config.firstSignInFile, { force: true })
    const place = config.databaseUrl === undefined ? ` in ${resolve(config.dataFolder)}` : ''
    return `The shop of ${made.madeAt} is back${place}: ${describeFigures(made)}; its books are right`
  } finally {
    await close()
  }
}

/** Restores a file into a PostgreSQL and a folder of its own, removes both, and returns the line with the proof. */
async function checkFile(config: Config, given: Given): Promise<string> {
  const folder = await createDraft(join(resolve(config.dataFolder), 'check'))
  const place = readConfig({ DATA_DIR: folder })
  const prove = async () => {
    const { url, close } = await ownDatabase(place)
    try {
      return await restoreInto(place, url, given)
    } finally {
      await close()
    }
  }
  try {
    const made = await runRecorded('check', prove, {
      record: (ended) => recordInShop(config, ended),
      describe: (restored) => ({ detail: `The shop of ${describe(restored)}`, file: resolve(given.file) }),
      warn: (line) => console.error(line),
    })
    return `${given.file} is a whole backup of ${made.madeAt}: ${describeFigures(made)}; its books are right`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const restoreInto = async (config: Config, url: string, { file, overwrite, stop }: Given) =>
  restore(url, await openStore(config), file, {
    workFolder: config.dataFolder,
    overwrite,
    findProblems: findContradictions,
    stop,
  })

const describeFigures = ({ tables, rows, pictures }: Restored) =>
  `${rows} rows of ${tables} tables, ${pictures} pictures`

const describe = (restored: Restored) => `${restored.madeAt}: ${describeFigures(restored)}`

/** Records a restore by a connection of its own, because a restore allows no other connection while it works. */
async function recordAlone(url: string, ended: Parameters<typeof recordRun>[1]) {
  const { db, pool } = connect(url, 1)
  try {
    await recordRun(db, ended)
  } finally {
    await pool.end()
  }
}

/** Records a check in the shop of this machine. A machine without a shop may check files too, and records nothing. */
async function recordInShop(config: Config, ended: Parameters<typeof recordRun>[1]) {
  const shop = await openShop(config).catch((error: unknown) => {
    if (error instanceof NoShop) return null
    throw error
  })
  if (!shop) return
  try {
    await recordRun(shop.db, ended)
  } finally {
    await shop.close()
  }
}

try {
  console.log(await main())
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

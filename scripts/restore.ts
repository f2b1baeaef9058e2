// Restores the shop from a backup and proves its stock. A failure changes nothing:
//   npm run restore -- shop.tar.gz              into a database without a shop
//   npm run restore -- shop.tar.gz --overwrite  replaces the existing shop
// The shop must not run meanwhile. It restores into the server's own database and pictures, as set by DATABASE_URL,
// UPLOADS_URL and DATA_DIR.
import { resolve } from 'node:path'

import { restore } from '../server/backup/backup.ts'
import { connect } from '../server/db/client.ts'
import { openStore } from '../server/files/open.ts'
import { readConfig, StartError } from '../server/kernel/config.ts'
import { verifyStock } from '../server/stock/ledger/verify.ts'
import { recordRun, runRecorded } from '../server/system/runs.ts'
import { ownDatabase } from './database.ts'

async function main() {
  const given = process.argv.slice(2)
  const [file, ...rest] = given.filter((word) => word !== '--overwrite')
  if (file === undefined || rest.length > 0)
    throw new StartError('Say which file: npm run restore -- FILE [--overwrite]')
  const config = readConfig(process.env)
  const { url, close } = await ownDatabase(config)
  try {
    const run = async () =>
      restore(url, await openStore(config), file, {
        workFolder: config.dataFolder,
        overwrite: given.includes('--overwrite'),
        findProblems: (db) => verifyStock({ db }),
      })
    return await runRecorded('restore', run, {
      record: (ended) => recordAlone(url, ended),
      describe: ({ madeAt, tables, rows, pictures }) => ({
        detail: `The shop of ${madeAt}: ${rows} rows of ${tables} tables, ${pictures} pictures`,
        file: resolve(file),
      }),
      warn: (line) => console.error(line),
    })
  } finally {
    await close()
  }
}

/** Records the run by a connection of its own, because a restore allows no other connection while it works. */
async function recordAlone(url: string, ended: Parameters<typeof recordRun>[1]) {
  const { db, pool } = connect(url, 1)
  try {
    await recordRun(db, ended)
  } finally {
    await pool.end()
  }
}

try {
  const { madeAt, tables, rows, pictures } = await main()
  console.log(
    `The shop of ${madeAt} is back: ${rows} rows of ${tables} tables, ${pictures} pictures; its stock is right`,
  )
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

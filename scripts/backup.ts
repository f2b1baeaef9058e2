// Writes the shop's database and pictures into one file, even while the server runs:
//   npm run backup                    into backups/, named by date and time
//   npm run backup -- ../shop.tar.gz  into this file, which must not exist yet
// It reads the server's own database and pictures: DATABASE_URL and UPLOADS_URL, or the data in DATA_DIR.
// The file has all data of the shop and its people, so keep it where only its owner can read it.
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'

import { backUp } from '../server/backup/backup.ts'
import { openStore } from '../server/files/open.ts'
import { readConfig } from '../server/kernel/config.ts'
import { recordRun, runRecorded } from '../server/system/runs.ts'
import { nameBackup } from './backup-name.ts'
import { openShop } from './database.ts'
import { explain } from './explain.ts'
import { listenForStop } from './stop-signal.ts'

async function main() {
  const stop = listenForStop()
  const config = readConfig(process.env)
  const file = resolve(process.argv[2] ?? `backups/${nameBackup()}`)
  const { db, url, close } = await openShop(config)
  try {
    return await runRecorded(
      'backup',
      async () => ({ file, ...(await backUp(url, await openStore(config), file, stop)) }),
      {
        record: (ended) => recordRun(db, ended),
        describe: async ({ tables, rows, pictures }) => ({
          detail: `${rows} rows of ${tables} tables, ${pictures} pictures`,
          file,
          bytes: (await stat(file)).size,
        }),
        warn: (line) => console.error(line),
      },
    )
  } finally {
    await close()
  }
}

try {
  const { file, tables, rows, pictures } = await main()
  console.log(`${file}: ${rows} rows of ${tables} tables, ${pictures} pictures`)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

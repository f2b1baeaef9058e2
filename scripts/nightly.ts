// Makes the backup of the night: writes it into backups/, proves the file, and then removes the oldest ones, so that the
// newest BACKUPS_KEPT stay (30 by default). A failure removes nothing and exits 1. A file that is not proved is renamed
// to `…tar.gz.unproved`, so that nobody counts on it. The timer of systemd runs it.
//   node scripts/nightly.ts           into backups/ of the present folder
//   node scripts/nightly.ts FOLDER    into this folder
import { spawnSync } from 'node:child_process'
import { readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { StartError } from '../server/kernel/config.ts'
import { backupName, nameBackup } from './backup-name.ts'
import { explain } from './explain.ts'

async function main() {
  const kept = Number(process.env['BACKUPS_KEPT'] ?? 30)
  if (!Number.isInteger(kept) || kept < 1) throw new StartError('BACKUPS_KEPT must be a whole number from 1')
  const folder = resolve(process.argv[2] ?? 'backups')
  const file = join(folder, nameBackup())
  run('backup.ts', file)
  try {
    run('restore.ts', '--check', file)
  } catch (error) {
    await rename(file, `${file}.unproved`)
    throw error
  }
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).toSorted()
  const oldest = names.slice(0, Math.max(0, names.length - kept))
  for (const name of oldest) await rm(join(folder, name))
  console.log(`${folder} keeps ${names.length - oldest.length} backups, and ${oldest.length} older ones are removed`)
}

/** Runs another program with the same settings. Throws a StartError when it fails; it has then said why. */
function run(script: string, ...given: string[]) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...given], { stdio: 'inherit' })
  if (status !== 0) throw new StartError(`The backup of this night failed in ${script}, and no older one was removed`)
}

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

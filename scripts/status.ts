// Says which shop the settings name: its name, its people, and its last backup and proofs. Exits 2 where no shop is.
// `--quiet` prints neither the shop nor that there is none.
import { eq } from 'drizzle-orm'

import { companyProfile } from '../server/db/schema/company.ts'
import { user } from '../server/db/schema/people.ts'
import { readConfig } from '../server/kernel/config.ts'
import { findLastRun, readDatabaseSize } from '../server/system/system.queries.ts'
import { NoShop, openShop } from './database.ts'
import { explain } from './explain.ts'

const isQuiet = process.argv.includes('--quiet')

async function main(): Promise<string[]> {
  const { db, close } = await openShop(readConfig(process.env))
  try {
    if (isQuiet) return []
    const [profile] = await db.select({ name: companyProfile.companyName }).from(companyProfile)
    const people = await db.$count(user, eq(user.status, true))
    const [backup, check, verify] = [
      await findLastRun(db, ['backup'], { succeeded: true }),
      await findLastRun(db, ['check', 'restore'], { succeeded: true }),
      await findLastRun(db, ['verify'], { succeeded: false }),
    ]
    const at = (run: typeof backup) => (run ? run.endedAt.toISOString() : 'never recorded')
    return [
      profile?.name ?? 'A shop without a name',
      `  active users: ${people}`,
      `  database: ${Math.ceil((await readDatabaseSize(db)) / 1_000_000)} MB`,
      `  last backup: ${at(backup)}${backup?.file ? `, ${backup.file}` : ''}`,
      `  last proof of a backup: ${at(check)}`,
      `  last proof of the books: ${at(verify)}${verify ? `, ${verify.detail}` : ''}`,
    ]
  } finally {
    await close()
  }
}

try {
  for (const line of await main()) console.log(line)
} catch (error) {
  const isMissing = error instanceof NoShop
  if (!isQuiet || !isMissing) console.error(explain(error))
  process.exitCode = isMissing ? 2 : 1
}

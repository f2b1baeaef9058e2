// Creates a link that signs a user in once within 24 hours, for a person who forgot the password and has no
// administrator to ask. Works while the server runs. The database is the server's: DATABASE_URL, or the one in
// DATA_DIR.
import { eq, sql } from 'drizzle-orm'

import { user } from '../server/db/schema/people.ts'
import { transact } from '../server/db/transaction.ts'
import { addressOf, readConfig, StartError } from '../server/kernel/config.ts'
import { shopItself } from '../server/kernel/context.ts'
import { mailSignInLink, createSignInLink } from '../server/people/sign-in-link.ts'
import { openShop } from './database.ts'
import { explain } from './explain.ts'

async function main(email: string | undefined) {
  if (!email) throw new StartError('Whose? npm run sign-in-link -- EMAIL')
  const config = readConfig(process.env)
  const { db, close } = await openShop(config)
  try {
    const [found] = await db
      .select()
      .from(user)
      .where(eq(sql`lower(${user.email})`, email.toLowerCase()))
    if (!found) throw new StartError(`Nobody here has the e-mail ${email}`)
    const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: 'sign-in-link' } }
    const origin = config.publicUrl ?? addressOf(config)
    const { link } = await createSignInLink(context, found, origin)
    // The server sends the mail. It waits while the server does not run.
    const isMailed = config.smtpUrl !== undefined
    if (isMailed) await transact(db, (tx) => mailSignInLink({ ...context, db: tx }, found, origin))
    return [
      `This link signs ${found.email} in, once and within 24 hours:`,
      '',
      `  ${link}`,
      '',
      ...(isMailed ? ['The server mails a link as well.', ''] : []),
    ].join('\n')
  } finally {
    await close()
  }
}

try {
  console.log(await main(process.argv[2]))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

// Creates a link that signs a user in once within 24 hours, for a person who forgot the password and has no
// administrator to ask. Works while the server runs. The database is the server's: DATABASE_URL, or the one in
// DATA_DIR.
import { eq, sql } from 'drizzle-orm'

import { user } from '../server/db/schema/people.ts'
import { addressOf, readConfig, StartError } from '../server/kernel/config.ts'
import { shopItself } from '../server/kernel/context.ts'
import { createMailer } from '../server/people/mail.ts'
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
    const { link } = await createSignInLink(context, found, config.publicUrl ?? addressOf(config))
    const send = config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl, config.mailFrom)
    const mail = await mailSignInLink(db, send, found, link, (code) => console.error(`SMTP_URL: ${String(code)}`))
    return [
      `This link signs ${found.email} in, once and within 24 hours:`,
      '',
      `  ${link}`,
      '',
      ...(mail === 'sent' ? ['It was mailed as well.', ''] : []),
      ...(mail === 'failed' ? ['It could not be mailed: pass it on yourself.', ''] : []),
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

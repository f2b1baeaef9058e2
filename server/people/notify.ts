import { inArray, sql } from 'drizzle-orm'

import type { notificationKinds } from '../../contract/people/notifications.ts'
import { type Access, may, roleIDs } from '../../contract/shared/permissions.ts'
import { recordPath, type ScreenPath } from '../../contract/shared/screens.ts'
import { anyOf, prepared } from '../db/prepared.ts'
import { notification } from '../db/schema/messages.ts'
import { user } from '../db/schema/people.ts'
import { defer, transact } from '../db/transaction.ts'
import { type Context, shopItself } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** One message: what it is about, in one sentence, and the record that it leads to. */
export type Message = {
  kind: (typeof notificationKinds)[number]
  message: string
  screen: ScreenPath
  id: number
}

/** One person, or everybody who may do what an access asks for, but one. */
export type Audience = { userID: number } | { access: Access; except?: number | undefined }

/** Tells active people something, in the caller's transaction. */
export async function notify({ db, now }: Context, to: Audience, messages: Message[]) {
  if (messages.length === 0) return
  await defer(
    db,
    tell(db, {
      userID: 'userID' in to ? to.userID : null,
      roleIDs: 'userID' in to ? [] : roleIDs.filter((roleID) => may(roleID, to.access)),
      except: 'userID' in to ? null : (to.except ?? null),
      kinds: messages.map(({ kind }) => kind),
      messages: messages.map(({ message }) => message),
      links: messages.map(({ screen, id }) => recordPath(screen, id)),
      at: now.toISOString(),
    }),
  )
}

const tell = prepared('notify', ['userID', 'roleIDs', 'except', 'kinds', 'messages', 'links', 'at'], (db, to) =>
  db.insert(notification).select(
    // In the order of the table's columns.
    () => sql`select ${user.userID}, kind, message, link, ${to.at}::timestamptz, null
        from ${user}, unnest(${to.kinds}::text[], ${to.messages}::text[], ${to.links}::text[])
          with ordinality as told (kind, message, link, n)
        where ${user.status} and (${user.userID} = ${to.userID}::int
          or ${user.roleID} = ${anyOf(to.roleIDs)} and ${user.userID} is distinct from ${to.except}::int)
        order by ${user.userID}, n`,
  ),
)

/** What time has brought about, and people are told of once: `fact` says it, for as long as it is the same matter. */
export type Due = Omit<Message, 'message'> & { fact: string; detail: string }

/**
 * Tells the staff of what is due and has not been told yet, as 'fact: detail'. It is told once, and again only when
 * the fact is another one (another date, say). Safe to run on many servers at once.
 */
export async function tellOnce(db: Db | Tx, now: Date, find: (tx: Tx) => Promise<Due[]>) {
  await transact(db, async (tx) => {
    // One server at a time, from looking to telling: the next one finds it told.
    await tx.execute(sql`select pg_advisory_xact_lock(724003)`)
    const due = await find(tx)
    if (due.length === 0) return
    const told = await tx
      .selectDistinct({ link: notification.link, message: notification.message })
      .from(notification)
      .where(
        inArray(
          notification.link,
          due.map(({ screen, id }) => recordPath(screen, id)),
        ),
      )
    const isNew = ({ screen, id, fact }: Due) =>
      !told.some(({ link, message }) => link === recordPath(screen, id) && message.startsWith(`${fact}:`))
    const context: Context = { db: tx, actor: shopItself, now, client: { address: '', agent: '' } }
    await notify(
      context,
      { access: 'messages.read' },
      due.filter(isNew).map(({ fact, detail, ...rest }) => ({ ...rest, message: `${fact}: ${detail}` })),
    )
  })
}

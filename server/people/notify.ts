import { and, eq, inArray, sql } from 'drizzle-orm'

import type { notificationKinds } from '../../contract/notifications.ts'
import { type Access, may, roleIDs } from '../../contract/permissions.ts'
import { recordPath, type ScreenPath } from '../../contract/screens.ts'
import type { Db, Tx } from '../db/client.ts'
import { anyOf, prepared } from '../db/prepared.ts'
import { notification, user } from '../db/schema.ts'
import type { Context } from '../http/serve.ts'

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
  const people =
    'userID' in to
      ? await isActive(db, { userID: to.userID })
      : await activeInRoles(db, {
          roleIDs: roleIDs.filter((roleID) => may(roleID, to.access)),
          except: to.except ?? null,
        })
  if (people.length === 0) return
  await db.insert(notification).values(
    people.flatMap(({ userID }) =>
      messages.map(({ kind, message, screen, id }) => ({
        userID,
        kind,
        message,
        link: recordPath(screen, id),
        createdAt: now,
      })),
    ),
  )
}

const isActive = prepared('find_active_person', ['userID'], (db, { userID }) =>
  db
    .select({ userID: user.userID })
    .from(user)
    .where(and(user.status, eq(user.userID, userID))),
)

const activeInRoles = prepared('find_active_people', ['roleIDs', 'except'], (db, { roleIDs, except }) =>
  db
    .select({ userID: user.userID })
    .from(user)
    .where(and(user.status, eq(user.roleID, anyOf(roleIDs)), sql`${user.userID} is distinct from ${except}`)),
)

/** What time has brought about, and people are told of once: `fact` says it, for as long as it is the same matter. */
export type Due = Omit<Message, 'message'> & { fact: string; detail: string }

/**
 * Tells the staff of what is due and has not been told yet, as 'fact: detail'. It is told once, and again only when
 * the fact is another one (another date, say). Safe to run on many servers at once.
 */
export async function tellOnce(db: Db, now: Date, find: (tx: Tx) => Promise<Due[]>) {
  await db.transaction(async (tx) => {
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
    const context: Context = { db: tx, user: null, now, client: { address: '', agent: '' } }
    await notify(
      context,
      { access: 'staff' },
      due.filter(isNew).map(({ fact, detail, ...rest }) => ({ ...rest, message: `${fact}: ${detail}` })),
    )
  })
}

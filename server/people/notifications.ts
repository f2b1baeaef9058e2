import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { notificationKinds, notifications, topicOf } from '../../contract/notifications.ts'
import type { Db, Tx } from '../db/client.ts'
import { equal, listPage, searching } from '../db/list.ts'
import { ok } from '../db/records.ts'
import { notification } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { serve, type User } from '../http/serve.ts'

/** Everybody's own inbox. Reading changes nothing of the shop's: the audit trail does not tell of it. */
export function notificationRoutes(app: FastifyInstance) {
  serve(app, notifications.list, async ({ query }, { db, user }) => {
    const { topic } = query
    const select = db
      .select()
      .from(notification)
      .where(
        and(
          eq(notification.userID, user.userID),
          searching(query.search, [notification.message]),
          equal(sql`${notification.readAt} is null`, query.unread),
          topic &&
            inArray(
              notification.kind,
              notificationKinds.filter((kind) => topicOf[kind] === topic),
            ),
        ),
      )
    const page = await listPage(db, query, select.$dynamic(), { notificationID: notification.notificationID })
    return { ...page, meta: { ...page.meta, unread: await unreadOf(db, user.userID) } }
  })

  serve(app, notifications.get, async ({ id }, { db, user }) => {
    const [found] = await db.select().from(notification).where(own(user, id))
    if (!found) throw notFound('Message')
    return ok(found)
  })

  serve(app, notifications.read, async ({ id }, { db, user, now }) => {
    const [read] = await db
      .update(notification)
      // The first time is when it was read.
      .set({ readAt: sql`coalesce(${notification.readAt}, ${now.toISOString()}::timestamptz)` })
      .where(own(user, id))
      .returning()
    if (!read) throw notFound('Message')
    return ok(read)
  })

  serve(app, notifications.unread, async ({ id }, { db, user }) => {
    const [marked] = await db.update(notification).set({ readAt: null }).where(own(user, id)).returning()
    if (!marked) throw notFound('Message')
    return ok(marked)
  })

  serve(app, notifications.readAll, async (_, { db, user, now }) => {
    await db.update(notification).set({ readAt: now }).where(unread(user.userID))
    return ok({ unread: await unreadOf(db, user.userID) })
  })
}

const own = ({ userID }: User, id: number) => and(eq(notification.notificationID, id), eq(notification.userID, userID))

const unread = (userID: number) => and(eq(notification.userID, userID), isNull(notification.readAt))

const unreadOf = (db: Db | Tx, userID: number) => db.$count(notification, unread(userID))

import { and, eq, getColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { notificationKinds, notifications, topicOf } from '../../contract/people/notifications.ts'
import { notification } from '../db/schema/messages.ts'
import { publish } from '../events/publish.ts'
import { serve } from '../http/serve.ts'
import { type Context, seesCosts, type SignedIn } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../resource/list.ts'
import { ok } from '../resource/records.ts'
import { messageFor } from './digest/message-text.ts'

/** Serves each user's own inbox. Reading changes no business data, so the audit trail omits it. */
export function notificationRoutes(app: FastifyInstance) {
  serve(app, notifications.list, async ({ query }, { db, actor }) => {
    const { topic } = query
    const select = db
      .select(columnsFor(actor))
      .from(notification)
      .where(
        and(
          eq(notification.userID, actor.userID),
          searchCondition(query.search, [messageFor(seesCosts(actor))]),
          equalsCondition(sql`${notification.readAt} is null`, query.unread),
          // The shop itself sends messages, so no person created or changed one.
          await commonCondition(db, query, {
            createdAt: notification.createdAt,
            createdByID: null,
            modifiedByID: null,
          }),
          topic &&
            inArray(
              notification.kind,
              notificationKinds.filter((kind) => topicOf[kind] === topic),
            ),
        ),
      )
    const page = await listPage(db, query, select.$dynamic(), { notificationID: notification.notificationID })
    return { ...page, meta: { ...page.meta, unread: await unreadOf(db, actor.userID) } }
  })

  serve(app, notifications.get, async ({ id }, { db, actor }) => {
    const [found] = await db.select(columnsFor(actor)).from(notification).where(own(actor, id))
    if (!found) throw notFound('Message')
    return ok(found)
  })

  serve(app, notifications.read, async ({ id }, context) => {
    const { db, actor, now } = context
    const [read] = await db
      .update(notification)
      // Reading a message again keeps the time of the first reading.
      .set({ readAt: sql`coalesce(${notification.readAt}, ${now.toISOString()}::timestamptz)` })
      .where(own(actor, id))
      .returning(columnsFor(actor))
    if (!read) throw notFound('Message')
    await publishRead(context, id)
    return ok(read)
  })

  serve(app, notifications.unread, async ({ id }, context) => {
    const { db, actor } = context
    const [marked] = await db
      .update(notification)
      .set({ readAt: null })
      .where(own(actor, id))
      .returning(columnsFor(actor))
    if (!marked) throw notFound('Message')
    await publishRead(context, id)
    return ok(marked)
  })

  serve(app, notifications.readAll, async (_, context) => {
    const { db, actor, now } = context
    await db.update(notification).set({ readAt: now }).where(unread(actor.userID))
    await publishRead(context, null)
    return ok({ unread: await unreadOf(db, actor.userID) })
  })
}

/** Tells the user's other pages that a message, or all of them, was read or marked as unread. */
const publishRead = (context: Context<SignedIn>, id: number | null) =>
  publish(context, { type: 'notification.read', entity: 'notification', id, onlyFor: context.actor.userID })

const columnsFor = (actor: SignedIn) => ({ ...getColumns(notification), message: messageFor(seesCosts(actor)) })

const own = ({ userID }: SignedIn, id: number) =>
  and(eq(notification.notificationID, id), eq(notification.userID, userID))

const unread = (userID: number) => and(eq(notification.userID, userID), isNull(notification.readAt))

const unreadOf = (db: Db | Tx, userID: number) => db.$count(notification, unread(userID))

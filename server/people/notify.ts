import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { notificationKinds } from '../../contract/people/notifications.ts'
import { type AuditEntity, auditLinkOf } from '../../contract/shared/entities.ts'
import { type Access, rolesThatMay } from '../../contract/shared/permissions.ts'
import { locks } from '../db/locks.ts'
import { anyOf, prepareStatement } from '../db/prepared.ts'
import { notification } from '../db/schema/messages.ts'
import { user } from '../db/schema/people.ts'
import { deferStatement, transact } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { type Context, shopItself } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** A message: one sentence about one record. */
export type Message = {
  kind: (typeof notificationKinds)[number]
  message: string
  entity: AuditEntity
  id: number
  /** Identifies the event, so that `notifyOnce` sends only one message about it. */
  dedupeKey?: string
}

/** The recipients of a message: one user, or all users who have this access, optionally except one. */
export type Audience = { userID: number } | { access: Access; except?: number | undefined }

/** Sends messages to the active users among the recipients, in the caller's transaction. */
export async function notify(context: Context, to: Audience, messages: Message[]) {
  if (messages.length === 0) return
  const { db, now } = context
  const inserted = insertMessages(db, {
    userID: 'userID' in to ? to.userID : null,
    roleIDs: 'userID' in to ? [] : rolesThatMay(to.access),
    except: 'userID' in to ? null : (to.except ?? null),
    kinds: messages.map(({ kind }) => kind),
    messages: messages.map(({ message }) => message),
    entities: messages.map(({ entity }) => entity),
    entityIDs: messages.map(({ id }) => id),
    links: messages.map(linkOf),
    dedupeKeys: messages.map(({ dedupeKey }) => dedupeKey ?? null),
    at: now.toISOString(),
  })
  await deferStatement(db, inserted)
  await publish(context, {
    type: 'notification.sent',
    entity: 'notification',
    id: null,
    onlyFor: 'userID' in to ? to.userID : null,
  })
}

function linkOf({ entity, id }: Message): string {
  const link = auditLinkOf({ entity, entityID: id })
  if (link === null) throw new Error(`A message must lead to a screen, and ${entity} has none`)
  return link
}

const insertMessages = prepareStatement(
  'notify',
  ['userID', 'roleIDs', 'except', 'kinds', 'messages', 'entities', 'entityIDs', 'links', 'dedupeKeys', 'at'],
  (db, to) =>
    db.insert(notification, 'userID', 'kind', 'message', 'entity', 'entityID', 'link', 'dedupeKey', 'createdAt').select(
      () => sql`select ${user.userID}, kind, message, entity, entity_id, link, dedupe_key, ${to.at}::timestamptz
          from ${user}, unnest(${to.kinds}::text[], ${to.messages}::text[], ${to.entities}::text[],
            ${to.entityIDs}::int[], ${to.links}::text[], ${to.dedupeKeys}::text[])
            with ordinality as told (kind, message, entity, entity_id, link, dedupe_key, n)
          where ${user.status} and (${user.userID} = ${to.userID}::int
            or ${user.roleID} = ${anyOf(to.roleIDs)} and ${user.userID} is distinct from ${to.except}::int)
          order by ${user.userID}, n`,
    ),
)

/** The messages that wait for a decision about these records. */
export type Waiting = Pick<Message, 'kind' | 'entity'> & { ids: readonly number[] }

/** Marks the messages about a decided record as read, for everybody who got them. */
export async function markDecided(context: Context, { kind, entity, ids }: Waiting) {
  await context.db
    .update(notification)
    .set({ readAt: context.now })
    .where(
      and(
        isNull(notification.readAt),
        eq(notification.kind, kind),
        eq(notification.entity, entity),
        inArray(notification.entityID, [...ids]),
      ),
    )
  await publish(context, { type: 'notification.read', entity: 'notification', id: null })
}

/** A message about a due date. Its `dedupeKey` stays the same as long as the event is the same. */
export type Due = Message & { dedupeKey: string }

/** Returns the dedupe key of a record that is due on a day. A new day gives a new key. */
export const dueKey = (kind: Message['kind'], id: number, date: string) => `${kind} ${id} ${date}`

/**
 * Sends the users with this access one message for each dedupe key that has none yet. Several servers may run it at the
 * same time.
 */
export async function notifyOnce(
  db: Db | Tx,
  now: Date,
  find: (tx: Tx) => Promise<Due[]>,
  access: Access = 'messages.read',
) {
  await transact(db, async (tx) => {
    // Only one server at a time searches and sends. The next server then finds that the messages exist already.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.dueMessages})`)
    const due = await find(tx)
    if (due.length === 0) return
    const keys = due.map(({ dedupeKey }) => dedupeKey)
    const rows = await tx
      .selectDistinct({ dedupeKey: notification.dedupeKey })
      .from(notification)
      .where(inArray(notification.dedupeKey, keys))
    const sentKeys = new Set(rows.map(({ dedupeKey }) => dedupeKey))
    const context: Context = { db: tx, actor: shopItself, now, client: { address: '', agent: '' } }
    await notify(
      context,
      { access },
      due.filter(({ dedupeKey }) => !sentKeys.has(dedupeKey)),
    )
  })
}

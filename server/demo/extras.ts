import { and, desc, eq, getColumns, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'

import { translatedLanguages } from '../../contract/shared/languages.ts'
import { rolesThatMay } from '../../contract/shared/permissions.ts'
import { publicPaths } from '../../contract/site/site.ts'
import { itemImage, itemTranslation } from '../db/schema/catalogue.ts'
import { dailyCount, reminder } from '../db/schema/insight.ts'
import { notification, question } from '../db/schema/messages.ts'
import { user } from '../db/schema/people.ts'
import { purchaseOrder } from '../db/schema/purchasing.ts'
import { sale, saleInstalment } from '../db/schema/sales.ts'
import { inventoryAdjustment } from '../db/schema/stock.ts'
import type { Tx } from '../kernel/database.ts'
import type { Calendar } from './calendar.ts'
import { reminders } from './people.ts'
import type { StoredPicture } from './pictures.ts'
import { pieces } from './pieces.ts'
import { shareOut } from './random.ts'
import { figures } from './sales.ts'
import { descriptionOf, pieceName } from './words.ts'

// Inserts the demo records that no API call creates one by one. They equal the records that API calls would create.

/** Inserts the translations and the pictures of every item. */
export async function insertWordsAndPictures(tx: Tx, itemIDs: number[], pictures: StoredPicture[][]) {
  await tx.insert(itemTranslation).values(
    pieces.flatMap((piece, n) =>
      translatedLanguages.map((language) => ({
        itemID: itemIDs[n]!,
        language,
        itemName: pieceName(piece, language),
        description: descriptionOf(piece, language),
      })),
    ),
  )
  const images = pictures.flatMap((stored, n) =>
    stored.map((files, position) => ({ itemID: itemIDs[n]!, position, ...files })),
  )
  if (images.length > 0) await tx.insert(itemImage).values(images)
}

export async function insertReminders(tx: Tx, days: Calendar, userID: number) {
  await tx.insert(reminder).values(
    reminders.map(({ text, days: ahead, time, done }) => ({
      text,
      dueDate: days.day(-ahead),
      dueTime: time,
      done,
      createdByID: userID,
    })),
  )
}

const visited = [
  [publicPaths.home, 46],
  [publicPaths.shop, 34],
  [publicPaths.services, 8],
  [publicPaths.about, 7],
  [publicPaths.contact, 5],
] as const
const searchedIn = [
  ['catalogue', 62],
  ['back-office', 38],
] as const

/**
 * Inserts the daily numbers of visits and searches for the past year, without today. Their sums equal `figures`
 * exactly.
 */
export async function insertCounts(tx: Tx, days: Calendar) {
  const daysAgo = Array.from({ length: 365 }, (_, n) => n + 1)
  const spread = (kind: 'visit' | 'search', total: number, subjects: readonly (readonly [string, number])[]) => {
    const cells = daysAgo.flatMap((ago) =>
      subjects.map(([subject, weight]) => ({ day: days.day(ago), subject, weight: weight * days.business(ago) })),
    )
    const counts = shareOut(
      total,
      cells.map(({ weight }) => weight),
    )
    return cells.flatMap(({ day, subject }, n) => (counts[n]! > 0 ? [{ kind, day, subject, count: counts[n]! }] : []))
  }
  await tx
    .insert(dailyCount)
    .values([...spread('visit', figures.visits, visited), ...spread('search', figures.searches, searchedIn)])
    .onConflictDoUpdate({
      target: [dailyCount.kind, dailyCount.day, dailyCount.subject],
      set: { count: sql`${dailyCount.count} + excluded.count` },
    })
}

/**
 * Gives the messages that scheduled work sent during the load the time of their event, such as the end of a hold or a due
 * date. The inbox sorts messages by key, so each message also gets a new key.
 */
export async function backdateMessages(tx: Tx, timeZone: string) {
  const dayBegins = (day: SQL) => sql`(${day})::timestamp at time zone ${timeZone}`
  const cameAbout = sql`case ${notification.kind}
    when 'holdLapsed' then (select ${sale.holdUntil} from ${sale} where ${sale.salesTransactionID} = ${notification.entityID})
    when 'layawayOverdue' then (select ${dayBegins(sql`max(${saleInstalment.dueDate}) + 1`)} from ${saleInstalment}
      where ${saleInstalment.salesTransactionID} = ${notification.entityID} and ${dayBegins(sql`${saleInstalment.dueDate} + 1`)} <= now())
    when 'deliveryDue' then (select ${dayBegins(sql`${sale.expectedDeliverDate} - 1`)} from ${sale}
      where ${sale.salesTransactionID} = ${notification.entityID})
    when 'purchaseDue' then (select ${dayBegins(sql`${purchaseOrder.expectedDeliverDate}`)} from ${purchaseOrder}
      where ${purchaseOrder.poID} = ${notification.entityID})
  end`
  await tx.update(notification).set({ createdAt: sql`least(${notification.createdAt}, ${cameAbout})` })
  const { notificationID: _, ...rest } = getColumns(notification)
  const columns = sql.join(
    Object.values(rest).map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`with told as (delete from ${notification} returning *)
    insert into ${notification} (${columns}) select ${columns} from told order by created_at, notification_id`)
}

/** Marks older messages as read, so that each administrator has at most `figures.unread` unread messages. */
export async function markOlderMessagesRead(tx: Tx) {
  // Mark the messages about questions that are already answered.
  await read(
    tx,
    sql`${notification.kind} = 'question' and exists (select from ${question} where ${question.answeredAt} is not null
      and ${question.questionID} = ${notification.entityID})`,
  )
  // Mark the messages about purchase orders and adjustments that are already decided.
  await read(
    tx,
    sql`(${notification.kind}, ${notification.entityID}) in (
      select 'purchaseWaiting', ${purchaseOrder.poID} from ${purchaseOrder} where ${purchaseOrder.status} <> 'Pending'
      union all select 'adjustmentWaiting', ${inventoryAdjustment.adjustmentID} from ${inventoryAdjustment}
        where ${inventoryAdjustment.status} <> 'Pending')`,
  )
  const people = await tx
    .select()
    .from(user)
    .where(and(inArray(user.roleID, rolesThatMay('demo.manage')), user.status))
  for (const { userID } of people) {
    const mine = eq(notification.userID, userID)
    const newest = await tx
      .select({ id: notification.notificationID })
      .from(notification)
      .where(and(mine, isNull(notification.readAt)))
      // The newest of each kind come first, so that one kind does not fill the list. Old ones may no longer be true.
      .orderBy(
        sql`${notification.createdAt} < now() - interval '14 days'`,
        sql`row_number() over (partition by ${notification.kind} order by ${notification.notificationID} desc)`,
        desc(notification.notificationID),
      )
      .limit(figures.unread)
    const stay = newest.map(({ id }) => id)
    await read(tx, and(mine, notInArray(notification.notificationID, stay)))
  }
  const admins = people.map(({ userID }) => userID)
  await read(
    tx,
    and(notInArray(notification.userID, admins), sql`${notification.createdAt} < now() - interval '2 days'`),
  )
}

/** Marks messages as read one hour after they were sent. */
const read = (tx: Tx, where: Parameters<typeof and>[0]) =>
  tx
    .update(notification)
    .set({ readAt: sql`least(now(), ${notification.createdAt} + interval '1 hour')` })
    .where(and(where, isNull(notification.readAt)))

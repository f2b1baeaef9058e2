import { and, eq, getColumns, isNotNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { questions } from '../../contract/people/questions.ts'
import type { Language } from '../../contract/shared/languages.ts'
import { cover } from '../db/covers.ts'
import { metal } from '../db/metal.ts'
import { nameOf } from '../db/names.ts'
import { isOnSite } from '../db/on-site.ts'
import { category, item, itemTranslation } from '../db/schema/catalogue.ts'
import { notification, question } from '../db/schema/messages.ts'
import { serve } from '../http/serve.ts'
import type { Context, SignedIn } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../resource/list.ts'
import { recordCreated, findRecord, ok, recordUpdated } from '../resource/records.ts'
import { notify } from './notify.ts'

/** Maximum length, in characters, of the excerpt that a message quotes. */
const excerptLength = 120

/** Where to answer a question: an e-mail address, or else another contact. */
export type AnswerTo = { email: string; contact?: null } | { email?: null; contact: string }

/**
 * Stores a visitor's question about an item (or, without `itemID`, about the shop) and notifies the staff, in the
 * caller's transaction. Returns the question's key. Throws 422 when the item is not in the catalogue.
 */
export async function askQuestion(
  context: Context,
  asked: { itemID: number | null; name: string; text: string; language: Language } & AnswerTo,
): Promise<number> {
  const { db, now } = context
  const about = asked.itemID === null ? 'the shop' : await findItemName(db, asked.itemID)
  const [row] = await db
    .insert(question)
    .values({ ...asked, createdAt: now })
    .returning()
  const { questionID } = row!
  await recordCreated(context, 'question', questionID, row!)
  await notify(context, { access: 'messages.read' }, [
    {
      kind: 'question',
      message: `${asked.name} asks about ${about}: ${excerpt(asked.text)}`,
      entity: 'question',
      id: questionID,
    },
  ])
  return questionID
}

export function questionRoutes(app: FastifyInstance) {
  serve(app, questions.list, async ({ query }, { db, actor }) => {
    const select = selectQuestions(db, actor).where(
      and(
        searchCondition(query.search, [
          question.name,
          question.email,
          question.contact,
          question.text,
          item.itemName,
          item.itemCode,
        ]),
        equalsCondition(isNotNull(question.answeredAt), query.answered),
        equalsCondition(question.itemID, query.itemID),
        // A visitor asks, and the person who answers is the only one who changes a question.
        await commonCondition(db, query, {
          createdAt: question.createdAt,
          createdByID: null,
          modifiedByID: question.answeredByID,
        }),
      ),
    )
    return listPage(db, query, select.$dynamic(), { questionID: question.questionID })
  })

  serve(app, questions.get, async ({ id }, { db, actor }) => ok(await findQuestion(db, actor, id)))

  serve(app, questions.answered, async ({ id, body: { answered } }, context) => {
    const { db, actor, now } = context
    await db.select().from(question).where(eq(question.questionID, id)).for('update')
    const before = await findRecord(db, 'Question', question, question.questionID, id)
    // The question keeps the first person who answered it.
    if (answered === (before.answeredAt !== null)) return ok(await findQuestion(db, actor, id))
    const [after] = await db
      .update(question)
      .set(answered ? { answeredAt: now, answeredByID: actor.userID } : { answeredAt: null, answeredByID: null })
      .where(eq(question.questionID, id))
      .returning()
    await recordUpdated(context, 'question', id, { before, after: after! })
    return ok(await findQuestion(db, actor, id))
  })
}

/** Selects questions with the person who answered, the item, and this user's message about the question. */
const selectQuestions = (db: Db | Tx, { userID }: SignedIn) =>
  db
    .select({
      ...getColumns(question),
      answeredBy: nameOf(question.answeredByID),
      notificationID: notification.notificationID,
      unread: sql<boolean>`(${notification.notificationID} is not null and ${notification.readAt} is null)`,
      item: {
        itemCode: item.itemCode,
        itemName: item.itemName,
        // Raw SQL, so that Drizzle gives null for `item` when the question has no item.
        translatedName: sql<string | null>`${itemTranslation.itemName}`,
        price: item.price,
        uom: item.uom,
        ...metal,
        ...cover,
      },
    })
    .from(question)
    .leftJoin(item, eq(item.itemID, question.itemID))
    .leftJoin(
      notification,
      and(
        eq(notification.userID, userID),
        eq(notification.entity, 'question'),
        eq(notification.entityID, question.questionID),
      ),
    )
    .leftJoin(
      itemTranslation,
      and(eq(itemTranslation.itemID, question.itemID), sql`${itemTranslation.language} = ${question.language}`),
    )

/** Returns the question with this key. Throws 404 when it does not exist. */
async function findQuestion(db: Db | Tx, user: SignedIn, questionID: number) {
  const [found] = await selectQuestions(db, user).where(eq(question.questionID, questionID))
  if (!found) throw notFound('Question')
  return found
}

async function findItemName(db: Db | Tx, itemID: number) {
  const [found] = await db
    .select({ itemName: item.itemName })
    .from(item)
    .innerJoin(category, eq(category.categoryID, item.categoryID))
    .where(and(isOnSite, eq(item.itemID, itemID)))
  if (!found) throw new AppError('question.item_gone', 'This piece is not in the shop any more', { field: 'itemID' })
  return found.itemName
}

/** Returns the start of a text, on one line. */
function excerpt(text: string) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment)
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength - 1).join('')}…` : line
}

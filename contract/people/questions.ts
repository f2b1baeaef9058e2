import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'

/** A question from a visitor of the public site, and whether the staff have answered it. */
export const Question = z
  .object({
    questionID: ID,
    /** The item that the question is about; null for a general question. */
    itemID: ID.nullable(),
    item: z
      .object({
        itemCode: z.string(),
        itemName: z.string(),
        /** The item's name in the language of the question; null without a translation. */
        translatedName: z.string().nullable(),
        price: z.number(),
        uom: z.enum(uoms),
        ...Metal,
        ...Cover,
      })
      .nullable(),
    name: z.string(),
    /** Null when the visitor left another contact. */
    email: z.string().nullable(),
    /** A phone number, or a name on LINE or Messenger, as the visitor typed it; null beside an e-mail. */
    contact: z.string().nullable(),
    text: z.string(),
    /** The language of the page that the visitor used. */
    language: z.enum(languages),
    createdAt: Moment,
    /** Null until the question is answered. */
    answeredAt: Moment.nullable(),
    answeredByID: ID.nullable(),
    answeredBy: z.string().nullable(),
    /** The key of the message that the caller received about this question; null if the caller received none. */
    notificationID: ID.nullable(),
    /** Whether the caller's message about this question is unread. */
    unread: z.boolean(),
  })
  .meta({ id: 'Question' })
export type QuestionRow = z.input<typeof Question>

export const questions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/questions',
    summary: 'Lists the questions of visitors, newest first',
    access: 'messages.read',
    about: ['question', 'item'],
    query: listQuery(['questionID'], { answered: BooleanFilter, itemID: IDFilter }),
    returns: pageOf(Question),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/questions/:id',
    summary: 'Returns a question',
    access: 'messages.read',
    about: ['question', 'item'],
    returns: answer(Question),
  }),
  answered: endpoint({
    method: 'PUT',
    path: '/api/v1/questions/:id/answered',
    summary: 'Marks a question as answered or as open',
    access: 'messages.read',
    body: z.object({ answered: z.boolean() }),
    returns: answer(Question),
  }),
}

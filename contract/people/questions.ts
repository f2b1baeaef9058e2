import { karats } from '../catalogue/karats.ts'
import { answer, BooleanFilter, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'

/** What a visitor of the public site asked, and whether somebody has answered it. */
export const Question = z
  .object({
    questionID: ID,
    /** The piece it is about; null: the shop as such. */
    itemID: ID.nullable(),
    item: z
      .object({
        itemCode: z.string(),
        itemName: z.string(),
        /** In the language of the question; null where nobody has translated it. */
        translatedName: z.string().nullable(),
        price: z.number(),
        karat: z.enum(karats).nullable(),
        image_url: z.string().nullable(),
      })
      .nullable(),
    name: z.string(),
    email: z.string(),
    text: z.string(),
    /** In which language the page was that it was asked on. */
    language: z.enum(languages),
    createdAt: Moment,
    /** Null while nobody has answered it. */
    answeredAt: Moment.nullable(),
    answeredByID: ID.nullable(),
    answeredBy: z.string().nullable(),
    /** One's own message of it; null for whoever was not told. */
    notificationID: ID.nullable(),
    /** Whether that is unread. */
    unread: z.boolean(),
  })
  .meta({ id: 'Question' })
export type QuestionRow = z.input<typeof Question>

export const questions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/questions',
    summary: 'What visitors of the public site asked, newest first',
    access: 'messages.read',
    query: listQuery(['questionID'], { answered: BooleanFilter, itemID: IDFilter }),
    returns: pageOf(Question),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/questions/:id',
    summary: 'One question',
    access: 'messages.read',
    returns: answer(Question),
  }),
  answered: endpoint({
    method: 'PUT',
    path: '/api/v1/questions/:id/answered',
    summary: 'Says that a question has been answered, or that it has not',
    access: 'messages.read',
    body: z.object({ answered: z.boolean() }),
    returns: answer(Question),
  }),
}

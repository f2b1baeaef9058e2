import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, optional, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The kinds of terms that the shop writes. Those of a layaway belong to its sales alone. */
export const termsKinds = ['return', 'layaway'] as const
export type TermsKind = (typeof termsKinds)[number]

export const termsLabels = { return: 'Return terms', layaway: 'Layaway terms' } as const satisfies Record<
  TermsKind,
  string
>

/** The longest text of terms in one language. */
export const termsAtMost = 8000

/** A version of terms. It is never changed: another text is the next version. */
export const Terms = z
  .object({
    termsID: ID,
    kind: z.enum(termsKinds),
    version: z.int().min(1),
    english: z.string(),
    /** Null where buyers read the English text. */
    tagalog: z.string().nullable(),
    japanese: z.string().nullable(),
    /** From when it is in force. */
    createdAt: Moment,
    createdByName: z.string().nullable(),
  })
  .meta({ id: 'Terms' })
export type TermsRow = z.input<typeof Terms>

export const TermsInput = z.object({
  kind: z.enum(termsKinds),
  english: required(termsAtMost, 'Write the terms in English: buyers read them where a language has no text'),
  tagalog: optional(termsAtMost),
  japanese: optional(termsAtMost),
  /** The version that the writer has read; 0 before the first one. A newer one is never overlooked. */
  readVersion: z.int().min(0),
})

const path = '/api/v1/terms'

export const terms = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists every version of the return and layaway terms, the newest first',
    access: 'company.read',
    about: ['terms'],
    returns: answer(z.array(Terms)),
  }),
  write: endpoint({
    method: 'POST',
    path,
    summary: 'Writes the next version of terms. Sales that are made from then on agree to it',
    access: 'settings.write',
    body: TermsInput,
    returns: answer(Terms),
    status: 201,
  }),
  ofSale: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id/terms',
    summary: 'Lists the terms that were agreed with a sale; none for a sale older than the first version',
    access: 'sales.read',
    about: ['sale'],
    returns: answer(z.array(Terms)),
  }),
}

import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The longest life of a token, in days. */
export const longestTokenLife = 366

const OperationID = z.string().regex(/^[a-z]\w{2,80}$/i)

export const ApiTokenInput = z.object({
  tokenName: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(80, 'Name length must be at most 80 characters'),
  /** The calls that the token may make, by their names in the OpenAPI document. */
  operations: z.array(OperationID).min(1, 'Choose at least one call').max(500),
  days: z
    .int({ error: 'Days must be a whole number' })
    .min(1, 'Days must be at least 1')
    .max(longestTokenLife, `Days must be at most ${longestTokenLife}`),
  /** The password of the administrator, needed a quarter of an hour after the sign-in. */
  currentPassword: z.string().max(200).optional(),
})

export const ApiToken = z
  .object({
    tokenID: ID,
    tokenName: z.string(),
    /** The administrator with whose rights the token works. */
    userID: ID,
    userName: z.string(),
    operations: z.array(z.string()),
    createdAt: Moment,
    expiresAt: Moment,
    /** When the token was last used, to five minutes; null before the first use. */
    lastUsedAt: Moment.nullable(),
    revokedAt: Moment.nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ApiTokenRow = z.input<typeof ApiToken>

/** A call that a token can be allowed. */
export const ProgramCall = z
  .object({ operationID: z.string(), group: z.string(), summary: z.string(), isRead: z.boolean() })
  .meta({ id: 'ProgramCall' })
export type ProgramCall = z.input<typeof ProgramCall>

export const apiTokens = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/api-tokens',
    summary: 'Lists the API tokens, the newest first, with the revoked and expired ones',
    access: 'integrations.manage',
    about: ['apiToken', 'user'],
    returns: answer(z.array(ApiToken)),
  }),
  calls: endpoint({
    method: 'GET',
    path: '/api/v1/api-tokens/calls',
    summary: 'Lists the calls that an API token can be allowed',
    access: 'integrations.manage',
    about: [],
    returns: answer(z.array(ProgramCall)),
  }),
  // It does not honour Idempotency-Key, because the stored response would hold the token.
  create: endpoint({
    method: 'POST',
    path: '/api/v1/api-tokens',
    summary: 'Creates an API token and returns it, once',
    access: 'integrations.manage',
    body: ApiTokenInput,
    returns: answer(ApiToken.extend({ token: z.string() })),
    status: 201,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/api-tokens/:id',
    summary: 'Revokes an API token, which stops working at once',
    access: 'integrations.manage',
    returns: answer(ApiToken),
  }),
}

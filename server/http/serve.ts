import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { operationOf } from '../../contract/operations.ts'
import { FileAnswer } from '../../contract/shared/answers.ts'
import {
  findCostPlaces,
  findSentCost,
  leaveOutCosts,
  listCostFields,
  requireCosts,
} from '../../contract/shared/costs.ts'
import type { Endpoint, Received, Returned, UploadedFile } from '../../contract/shared/endpoint.ts'
import { Failure } from '../../contract/shared/failure.ts'
import { ID } from '../../contract/shared/fields.ts'
import { lentCapabilities } from '../../contract/shared/rights/lent-capabilities.ts'
import { z } from '../../contract/shared/zod.ts'
import { assertFiguresShown, assertMoneyShown } from '../db/blind-counts.ts'
import { transactRetried } from '../db/transaction.ts'
import {
  type Actor,
  assertAccess,
  type Context,
  type InSession,
  isSignedIn,
  needsPasswordError,
  seesCosts,
  type SignedIn,
  visitor,
} from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { namedApprovalOf, useApproval, wasApproved } from './approval.ts'
import { deviceTokenOf, setDeviceCookie } from './device-cookie.ts'
import { runOnce } from './idempotency.ts'
import { originOf } from './origin.ts'
import { type EventStream, goneOf, sendEvents, sendFile, sendStream, StreamedFile } from './send.ts'
import { readForm } from './uploads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The database pool. In the app that loads the demo shop it is a transaction. */
    db: Db | Tx
    /** Returns which records the running transaction has changed, for the X-Changed header. */
    changesOf: (db: Db | Tx) => string
    /** Returns the current time. The load of the demo shop replaces it, because it replays the past year. */
    clock: () => Date
  }
  interface FastifyRequest {
    actor: Actor
    /**
     * The signed-in caller as a promise, which only the handler of `serveRecord` awaits. It is null in other requests.
     */
    caller: Promise<Actor> | null
    /** The files of a multipart form, by field. */
    uploads: Record<string, UploadedFile[]>
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Set on the few /api routes that `serve` does not create. */
    plain?: true
    /** The handler awaits the caller itself (`serveRecord`). */
    authenticatesInHandler?: true
  }
}

type Handler<E extends Endpoint, Made> = (
  input: Received<E>,
  context: Context<E['access'] extends 'public' ? Actor : E['access'] extends 'signedIn' ? InSession : SignedIn>,
  made: Made,
) => Promise<
  | Returned<E>
  | (E extends { stream: readonly string[] } ? StreamedFile : never)
  | (E extends { live: true } ? EventStream : never)
>

/**
 * Serves one endpoint of the contract: checks access, parses the request, runs the handler and encodes its result. One
 * transaction contains the write, its audit rows, its idempotency key and the encoding of the result. `transaction:
 * false` is for endpoints that must store something even when they fail, such as a refused sign-in. `before` does slow
 * work that needs no database, before the transaction takes a connection. The handler gets its result as `made`.
 */
export function serve<const E extends Endpoint, Made = undefined>(
  app: FastifyInstance,
  e: E,
  handler: Handler<E, Made>,
  {
    transaction = e.method !== 'GET',
    before,
  }: { transaction?: boolean; before?: (input: Received<E>) => Promise<Made> } = {},
) {
  const isFile = e.file !== undefined || e.stream !== undefined
  const costs = costRules(e)
  app.route({
    method: e.method,
    url: e.path,
    // A HEAD of a stream would never end.
    ...(e.live && { exposeHeadRoute: false }),
    config: { endpoint: e },
    // JSON responses get the fixed `dataHeaders`. Files get the headers of helmet, because browsers may display them as
    // pages.
    ...(!isFile && { helmet: false as const }),
    schema: schemaOf(e),
    onRequest: async (request, reply) => {
      if (!isFile) reply.headers(dataHeaders)
      const named = lentCapabilities.has(e.access) ? namedApprovalOf(request, e) : null
      if (!named || !(await wasApproved(app.db, named))) assertMayCall(request.actor, e)
      // Files of rows are exports, which need a sign-in with a password.
      if (e.stream && request.actor.kind === 'device' && asksForFile(request)) throw needsPasswordError()
    },
    preValidation: async (request) => {
      if (e.files) await readForm(request, e.files, e.fileBytes)
      costs.checkRequest(request)
    },
    ...(e.tellsCash && { preHandler: ({ actor, params }) => assertNotBlind(app.db, actor, e, params) }),
    handler: async (request, reply) => {
      const input = {
        ...(request.params as object),
        query: request.query,
        body: request.body,
        files: request.uploads,
      } as unknown as Received<E> // Fastify has parsed these with the endpoint's own schemas.
      const made = (await before?.(input)) as Made
      const named = transaction ? namedApprovalOf(request, e) : null
      const answer = async (db: Db | Tx) => {
        const context = contextOf(request, reply, db)
        if (named) context.actor = await useApproval(db, named)
        if (e.stream) context.gone = goneOf(reply)
        return handler(input, context as Parameters<Handler<E, Made>>[1], made)
      }
      if (e.file) return sendFile(reply, e.file, FileAnswer.parse(await answer(app.db)))
      if (e.stream) {
        const found = await answer(app.db)
        if (found instanceof StreamedFile) return sendStream(reply, found)
        return reply.type('application/json; charset=utf-8').send(costs.encode(found, request.actor))
      }
      if (e.live) return sendEvents(reply, (await answer(app.db)) as EventStream)
      const run = async (db: Db | Tx) => {
        const body = costs.encode(await answer(db), request.actor)
        if (transaction) reply.header('x-changed', app.changesOf(db))
        return body
      }
      const key =
        e.status === 201 && transaction && isSignedIn(request.actor) ? request.headers['idempotency-key'] : undefined
      const body = !transaction
        ? await run(app.db)
        : await transactRetried(app.db, (db) => (key === undefined ? run(db) : runOnce(db, request, String(key), run)))
      return reply
        .code(e.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(body)
    },
  })
}

/**
 * Serves one record by its key. The queries for the record and for the session run at the same time, which saves a
 * round trip. Therefore `read` does not know the caller. A caller without access gets an error and never the record. A
 * request without a token is refused before anything is read.
 */
export function serveRecord<const E extends Endpoint & { method: 'GET'; path: `${string}/:id` }>(
  app: FastifyInstance,
  e: E,
  read: (db: Db | Tx, id: number) => Promise<Returned<E>>,
) {
  const costs = costRules(e)
  app.get<{ Params: { id: number } }>(
    e.path,
    {
      config: { endpoint: e, authenticatesInHandler: true },
      helmet: false,
      schema: schemaOf(e),
      attachValidation: true, // The handler sends the 401 for a missing session before the 400 for an invalid key.
      onRequest: async ({ caller }, reply) => {
        reply.headers(dataHeaders)
        if (!caller) assertAccess(visitor, e.access)
      },
    },
    async (request, reply) => {
      const { validationError, params } = request
      const found = validationError ? Promise.reject(validationError) : read(app.db, params.id)
      found.catch(() => {}) // Without this, the rejection of a record that is not shown would be unhandled.
      request.actor = (await request.caller) ?? visitor
      assertMayCall(request.actor, e)
      if (!validationError) await assertNotBlind(app.db, request.actor, e, params)
      return reply.type('application/json; charset=utf-8').send(costs.encode(await found, request.actor))
    },
  )
}

/** Throws unless the actor has the endpoint's access and, if it is a program, its token is allowed this call. */
function assertMayCall(actor: Actor, e: Endpoint) {
  const isAllowed =
    actor.kind !== 'program' || e.access === 'public' || actor.operations.has(operationOf(e)!.operationID)
  if (!isAllowed) throw new AppError('access.not_for_token', 'This API token may not make this call')
  assertAccess(actor, e.access)
  if (e.needsPassword && actor.kind === 'device') throw needsPasswordError()
}

/** Whether the query asks for the rows as a file instead of JSON. */
function asksForFile({ query }: FastifyRequest) {
  const { format } = query as { format?: unknown }
  return format !== undefined && format !== 'json'
}

/**
 * Throws 409 when the response tells of cash that the actor counts blind. This comes before the handler, so neither the
 * refusal nor its time depends on an amount.
 */
async function assertNotBlind(db: Db | Tx, actor: Actor, { tellsCash }: Endpoint, params: unknown) {
  if (tellsCash === 'many') assertFiguresShown(actor)
  else if (tellsCash) await assertMoneyShown(db, actor, tellsCash, (params as { id: number }).id)
}

/**
 * Returns what one endpoint does about hidden costs, by the marks of its schemas: `encode` leaves them out of a
 * response, and `checkRequest` refuses them in a body and as a sort key, since an order by cost tells costs too.
 */
function costRules({ returns, body, query }: Endpoint) {
  const returned = findCostPlaces(returns)
  const sent = findCostPlaces(body)
  const hidden = new Set(listCostFields(returned))
  return {
    /** Returns the JSON text of a handler's result. */
    encode(result: unknown, actor: Actor): string {
      const whole = z.encode(returns, result)
      return JSON.stringify(hidden.size > 0 && !seesCosts(actor) ? leaveOutCosts(whole, returned) : whole)
    },
    checkRequest(request: FastifyRequest) {
      if (seesCosts(request.actor)) return requireCosts(request.body, sent)
      const field = findSentCost(request.body, sent)
      if (field !== null) throw new AppError('costs.hidden', 'Costs are hidden from you: leave this one out', { field })
      const { sort } = (query ? request.query : {}) as { sort?: unknown }
      if (typeof sort === 'string' && hidden.has(sort.replace(/^-/, '')))
        throw new AppError('costs.hidden', 'Costs are hidden from you: sort by another column', { field: 'sort' })
    },
  }
}

/** Returns the schemas that validate a request and describe the endpoint in the OpenAPI document. */
const schemaOf = (e: Endpoint) => ({
  summary: e.summary,
  ...(e.path.includes(':') && { params: paramsOf(e.path) }),
  ...(e.query && { querystring: e.query }),
  ...(e.body && { body: e.body }),
  response: { [e.status ?? 200]: answerSchema(e), '4xx': Failure },
  ...(e.access !== 'public' && { security: [{ token: [] }] }),
  ...(e.files && { consumes: ['multipart/form-data', 'application/json'], description: filesOf(e.files) }),
})

/** Headers of JSON responses: a browser must not run, frame or reinterpret them. */
const dataHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Returns the OpenAPI schema of a response: JSON, a file, or either. */
function answerSchema({ file, stream, live, returns }: Endpoint) {
  if (live) return { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } }
  if (file) return { description: 'The file', content: { [file]: { schema: z.string().meta(binary) } } }
  if (!stream) return returns
  const files = stream.map((type) => [type, { schema: type === 'text/csv' ? z.string() : z.string().meta(binary) }])
  const content = { 'application/json': { schema: returns }, ...Object.fromEntries(files) }
  return { description: 'The answer, or all of it as a file', content }
}
const binary = { contentEncoding: 'binary' }

/** Describes the file fields of a form for the OpenAPI document. */
const filesOf = (files: Record<string, number>) =>
  Object.entries(files)
    .map(([name, most]) => `Files in ${name}: at most ${most}.`)
    .join(' ')

const contextOf = (request: FastifyRequest, reply: FastifyReply, db: Db | Tx): Context => ({
  db,
  actor: request.actor,
  now: request.server.clock(),
  client: {
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    origin: originOf(request),
    callID: /^[\w.-]{1,40}$/.exec(String(request.headers['x-call-id']))?.[0],
    deviceToken: deviceTokenOf(request),
    keepDevice: (token) => setDeviceCookie(request, reply, token),
  },
})

const paramsOf = (path: string) =>
  z.object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, z.coerce.number().pipe(ID)])))

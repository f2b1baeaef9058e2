import type { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { Failure, FileAnswer } from '../../contract/shared/answers.ts'
import type { Endpoint, Received, Returned, UploadedFile } from '../../contract/shared/endpoint.ts'
import { ID } from '../../contract/shared/fields.ts'
import { z } from '../../contract/shared/zod.ts'
import { databaseError } from '../db/database-error.ts'
import { transact } from '../db/transaction.ts'
import {
  type Actor,
  assertAccess,
  type Context,
  isSignedIn,
  type Person,
  type SignedIn,
  visitor,
} from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { once } from './idempotency.ts'
import { originOf } from './origin.ts'
import { readForm } from './uploads.ts'

/**
 * A file that is made while it is sent, never as a whole in memory: its name, and how many rows it will have (in the
 * header X-Rows). Where `content` fails, the connection is cut, so that nobody takes a part for the whole.
 */
export class StreamedFile {
  readonly name: string
  readonly rows: number
  readonly content: Readable
  constructor(name: string, rows: number, content: Readable) {
    this.name = name
    this.rows = rows
    this.content = content
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The pool; a transaction only for the app that makes the demo shop. */
    db: Db | Tx
    /** What time it is: the demo shop is made in the order of a year gone by. */
    clock: () => Date
  }
  interface FastifyRequest {
    actor: Actor
    /** The caller, while the database is still being queried (`serveRecord`). */
    caller: Promise<Person | null> | null
    /** The files of a multipart form, by field. */
    uploads: Record<string, UploadedFile[]>
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Set on the few /api routes that `serve` does not make. */
    plain?: true
    /** The handler itself awaits the caller (`serveRecord`). */
    authenticatesInHandler?: true
  }
}

type Handler<E extends Endpoint, Made> = (
  input: Received<E>,
  context: Context<E['access'] extends 'public' ? Actor : SignedIn>,
  made: Made,
) => Promise<Returned<E> | (E extends { stream: string } ? StreamedFile : never)>

/**
 * Serves one endpoint of the contract: checks access, parses, runs the handler, encodes its answer.
 * A write runs in one transaction with its answer's encoding, its audit rows and its idempotency key;
 * `transaction: false` is for the few whose failures must leave a trace (a refused sign-in is counted). `before` makes
 * what takes long and needs no database, and is handed to the handler: meanwhile no connection is taken.
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
  app.route({
    method: e.method,
    url: e.path,
    config: { endpoint: e },
    // Pages get theirs with a nonce, made anew for each; a file may be shown by itself, as a page.
    ...(!isFile && { helmet: false as const }),
    schema: schemaOf(e),
    onRequest: async ({ actor }, reply) => {
      if (!isFile) reply.headers(harmless)
      assertAccess(actor, e.access)
    },
    preValidation: async (request) => {
      if (e.files) await readForm(request, e.files, e.fileBytes)
    },
    handler: async (request, reply) => {
      const input = {
        ...(request.params as object),
        query: request.query,
        body: request.body,
        files: request.uploads,
      } as unknown as Received<E> // Fastify has parsed these by the endpoint's own schemas.
      const made = (await before?.(input)) as Made
      const answer = (db: Db | Tx) =>
        handler(
          input,
          { ...contextOf(request, db), ...(e.stream && { gone: goneOf(reply) }) } as Parameters<Handler<E, Made>>[1],
          made,
        )
      if (e.file) return sendFile(reply, e.file, FileAnswer.parse(await answer(app.db)))
      if (e.stream) {
        const found = await answer(app.db)
        if (found instanceof StreamedFile) return sendStream(reply, e.stream, found)
        return reply.type('application/json; charset=utf-8').send(encoded(e, found))
      }
      const run = async (db: Db | Tx) => encoded(e, await answer(db))
      const key =
        e.status === 201 && transaction && isSignedIn(request.actor) ? request.headers['idempotency-key'] : undefined
      const body = !transaction
        ? await run(app.db)
        : await inTransaction(app.db, (db) => (key === undefined ? run(db) : once(db, request, String(key), run)))
      return reply
        .code(e.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(body)
    },
  })
}

/**
 * Serves one record by its key. It is read while the database is asked who calls, and shown to whom may see it: one trip
 * instead of two. `read` is therefore not told who calls. A caller without a token is refused before anything is read.
 */
export function serveRecord<const E extends Endpoint & { method: 'GET'; path: `${string}/:id` }>(
  app: FastifyInstance,
  e: E,
  read: (db: Db | Tx, id: number) => Promise<Returned<E>>,
) {
  app.get<{ Params: { id: number } }>(
    e.path,
    {
      config: { endpoint: e, authenticatesInHandler: true },
      helmet: false,
      schema: schemaOf(e),
      attachValidation: true, // a stranger is told to sign in, not that the key is wrong
      onRequest: async ({ caller }, reply) => {
        reply.headers(harmless)
        if (!caller) assertAccess(visitor, e.access)
      },
    },
    async (request, reply) => {
      const { validationError, params } = request
      const [caller, found] = await Promise.allSettled([
        request.caller,
        validationError ? Promise.reject(validationError) : read(app.db, params.id),
      ])
      if (caller.status === 'rejected') throw caller.reason
      request.actor = caller.value ?? visitor
      assertAccess(request.actor, e.access)
      if (found.status === 'rejected') throw found.reason
      return reply.type('application/json; charset=utf-8').send(encoded(e, found.value))
    },
  )
}

/** An answer as it is sent. */
const encoded = ({ returns }: Endpoint, answer: unknown) => JSON.stringify(z.encode(returns, answer))

/** What is checked of a call, and what the OpenAPI document says of it. */
const schemaOf = (e: Endpoint) => ({
  summary: e.summary,
  ...(e.path.includes(':') && { params: paramsOf(e.path) }),
  ...(e.query && { querystring: e.query }),
  ...(e.body && { body: e.body }),
  response: { [e.status ?? 200]: answerSchema(e), '4xx': Failure },
  ...(e.access !== 'public' && { security: [{ token: [] }] }),
  ...(e.files && { consumes: ['multipart/form-data', 'application/json'], description: filesOf(e.files) }),
})

/** What a browser is told of an answer that is data: nothing in it may run, be framed, or be taken for something else. */
const harmless = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** An answer as the OpenAPI document knows it: JSON, a file, or either. */
function answerSchema({ file, stream, returns }: Endpoint) {
  if (file) return { description: 'The file', content: { [file]: { schema: z.string().meta(binary) } } }
  if (!stream) return returns
  const content = { 'application/json': { schema: returns }, [stream]: { schema: z.string() } }
  return { description: 'The answer, or all of it as a file', content }
}
const binary = { contentEncoding: 'binary' }

/** Browsers show it under its name, and keep it under that name. */
const sendFile = (reply: FastifyReply, type: string, { name, bytes }: z.output<typeof FileAnswer>) =>
  reply
    .type(type)
    .header('content-disposition', `inline; filename="${plainName(name)}"`)
    .send(Buffer.from(bytes))

const sendStream = (reply: FastifyReply, type: string, { name, rows, content }: StreamedFile) =>
  reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${plainName(name)}"`)
    .header('x-rows', rows)
    .send(content)

const plainName = (name: string) => name.replaceAll(/[^\w.-]/g, '_')

/** Aborted when the connection of the answer ends, however it does. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/** The file fields of a form, in words, for the OpenAPI document. */
const filesOf = (files: Record<string, number>) =>
  Object.entries(files)
    .map(([name, most]) => `Files in ${name}: at most ${most}.`)
    .join(' ')

const contextOf = (request: FastifyRequest, db: Db | Tx): Context => ({
  db,
  actor: request.actor,
  now: request.server.clock(),
  client: { address: request.ip, agent: request.headers['user-agent'] ?? '', origin: originOf(request) },
})

const paramsOf = (path: string) =>
  z.object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, z.coerce.number().pipe(ID)])))

/** Two writes that lock each other out are nobody's mistake: the one PostgreSQL ended is run again. */
async function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, work)
    } catch (error) {
      const code = databaseError(error)?.code
      if (attempt === 5 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import {
  orderPath,
  type ProofProblem,
  proofPath,
  type ShownOrder,
  type TypedProof,
  withdrawPath,
} from '../../contract/order-page/order-page.ts'
import { type Language, languages, publicAddress, splitAddress } from '../../contract/shared/languages.ts'
import type { PictureStore } from '../files/store.ts'
import { logRefusal } from '../http/errors.ts'
import { originOf } from '../http/origin.ts'
import { type Context, visitor } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { readOrder } from '../sales/order-links/opening.operations.ts'
import { admitProof, sendProof, type SendingOutcome, withdrawProof } from '../sales/order-proofs/sending.operations.ts'
import { sessionOf } from './order-visit.ts'
import { assertOwnOrigin } from './own-origin.ts'
import { discardRest, readProofForm } from './read-proof-form.ts'

type Send = (request: FastifyRequest, reply: FastifyReply, shown: ShownOrder, status?: number) => Promise<unknown>

/** The place of the page at which a sent form is acknowledged. Without an anchor, a browser would keep that of the form. */
const sentAnchor = '#sent'

/**
 * Serves the forms with which a buyer reports a payment and takes a report back. Both work without scripts: they answer
 * with the page again, or lead back to it. `send` sends the page of an order.
 */
export function registerProofForms(
  app: FastifyInstance,
  { store, publicUrl, send }: { store: PictureStore; publicUrl: string | undefined; send: Send },
) {
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: SendingOutcome,
    { anchor = '', typed }: { anchor?: string; typed?: TypedProof } = {},
  ) {
    const { language } = splitAddress(request.url)
    if (outcome.is === 'done')
      return reply.header('cache-control', 'no-store').redirect(publicAddress(language, orderPath) + anchor, 303)
    const order = outcome.is === 'asked' ? null : await readOrder(app.db, sessionOf(request), language)
    if (order === null || outcome.is === 'asked') return send(request, reply, { is: 'asked' }, 403)
    const { problems } = outcome
    const proof = { problems, ...(typed && { typed }) }
    // The same form keeps its key.
    const formKey = typed?.key || randomUUID()
    return send(request, reply, { is: 'order', order, formKey, proof }, statusOf(problems))
  }

  for (const language of languages) {
    app.get(publicAddress(language, proofPath), (_, reply) => reply.redirect(publicAddress(language, orderPath), 303))

    app.post(publicAddress(language, proofPath), async (request, reply) => {
      try {
        assertOwnOrigin(request, publicUrl)
        const session = sessionOf(request)
        const refused = await admit(request, reply, session)
        if (refused) {
          discardRest(request)
          return await answer(request, reply, refused)
        }
        return await take(request, reply, { session, language })
      } catch (error) {
        discardRest(request)
        throw error
      }
    })

    app.post(publicAddress(language, withdrawPath), { bodyLimit: 1024 }, async (request, reply) => {
      assertOwnOrigin(request, publicUrl)
      const typed = request.body instanceof URLSearchParams ? (request.body.get('proof') ?? '') : ''
      const proofID = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : 0
      return answer(request, reply, await withdrawProof(contextOf(request), sessionOf(request), proofID), {
        anchor: '#now',
      })
    })
  }

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    { session, language }: { session: string; language: Language },
  ) {
    const { typed, files, problem } = await readProofForm(request)
    const outcome: SendingOutcome =
      problem === null
        ? await sendProof(contextOf(request), store, { session, language, typed, files })
        : { is: 'refused', problems: [problem] }
    return answer(request, reply, outcome, { anchor: sentAnchor, typed })
  }
}

/** Counts a form before it is read. Too many are a page for the buyer, and a line in the log as any refusal. */
async function admit(request: FastifyRequest, reply: FastifyReply, session: string): Promise<SendingOutcome | null> {
  try {
    return await admitProof(contextOf(request), session)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'attempts.too_many') throw error
    logRefusal(request, error.code)
    reply.header('retry-after', error.retryAfter ?? 60)
    return { is: 'refused', problems: [{ field: null, is: 'too often' }] }
  }
}

const statuses: Partial<Record<ProofProblem['is'], number>> = {
  closed: 409,
  'nothing due': 409,
  decided: 409,
  'too many today': 429,
  'too often': 429,
  busy: 503,
  'cut off': 400,
  'too large': 413,
}
const statusOf = ([problem]: readonly ProofProblem[]) => (problem && statuses[problem.is]) ?? 422

function contextOf(request: FastifyRequest): Context {
  const { server, ip, headers } = request
  const client = { address: ip, agent: headers['user-agent'] ?? '', origin: originOf(request) }
  return { db: server.db, actor: visitor, now: server.clock(), client }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { orderPaperKinds, orderPaperPathOf, receiptPathOf } from '../../contract/order-page/order-page.ts'
import { privateFile } from '../../contract/shared/endpoint.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import type { Pictures } from '../files/pictures.ts'
import { sendFile } from '../http/send.ts'
import { readOrderPaper, readReceipt } from '../sales/order-links/order-papers.operations.ts'
import { sessionOf } from './order-visit.ts'

/** Serves the papers of an order to browsers that have opened it. They are downloaded, and nothing keeps a copy. */
export function registerOrderPapers(
  app: FastifyInstance,
  { pictures, originFor }: { pictures: Pictures; originFor: (request: FastifyRequest) => string },
) {
  for (const language of languages) {
    for (const kind of orderPaperKinds)
      app.get(publicAddress(language, orderPaperPathOf(kind)), async (request, reply) => {
        const context = { db: app.db, now: app.clock() }
        const asked = { kind, language, origin: originFor(request) }
        const paper = await readOrderPaper(context, pictures, sessionOf(request) ?? '', asked)
        reply.header('x-robots-tag', 'noindex')
        return sendFile(reply, privateFile, { ...paper, type: 'application/pdf' })
      })

    const receiptPath = publicAddress(language, receiptPathOf(':receipt'))
    app.get<{ Params: { receipt: string } }>(receiptPath, async (request, reply) => {
      const context = { db: app.db, now: app.clock() }
      const receipt = /^[1-9]\d{0,3}$/.test(request.params.receipt) ? Number(request.params.receipt) : 0
      const paper = await readReceipt(context, pictures, sessionOf(request) ?? '', { receipt, language })
      reply.header('x-robots-tag', 'noindex')
      return sendFile(reply, privateFile, { ...paper, type: 'application/pdf' })
    })
  }
}

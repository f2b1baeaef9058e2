import type { FastifyInstance } from 'fastify'

import { certificates as endpoints } from '../../../contract/sales/certificates.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { readCertificatePDF, readSaleCertificates } from './certificate-print.ts'
import { issueForPiece, issueForSale, reissueCertificate, revokeCertificate } from './certificates.operations.ts'
import { findCertificate, listCertificates } from './certificates.queries.ts'
import { checkCertificate } from './check.operations.ts'

/** Registers the endpoints of certificates. The QR codes hold addresses that start with `publicUrl`. */
export function certificateRoutes(app: FastifyInstance, pictures: Pictures, publicUrl: string | undefined) {
  serve(app, endpoints.list, ({ query }, { db }) => listCertificates(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findCertificate(db, id)))

  serve(app, endpoints.pdf, ({ query }, { db, client }) =>
    readCertificatePDF(db, pictures, query, publicUrl ?? client.origin ?? 'http://localhost'),
  )

  serve(app, endpoints.ofSale, async ({ id }, { db, client }) =>
    ok(await readSaleCertificates(db, id, publicUrl ?? client.origin ?? 'http://localhost')),
  )

  serve(app, endpoints.issueForSale, async ({ id, body }, context) => ok(await issueForSale(context, id, body)))

  serve(app, endpoints.issueForPiece, async ({ id, body }, context) => ok(await issueForPiece(context, id, body)))

  serve(app, endpoints.revoke, async ({ id, body }, context) => ok(await revokeCertificate(context, id, body)))

  serve(app, endpoints.reissue, async ({ id, body }, context) => ok(await reissueCertificate(context, id, body)))

  serve(app, endpoints.check, async ({ query }, context) => ok(await checkCertificate(context, query)))
}

import type { FastifyInstance } from 'fastify'

import { payAccounts } from '../../../contract/pay-accounts/pay-accounts.ts'
import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import { encodeCodePicture } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { createPayAccount, orderPayAccounts, readQr, updatePayAccount } from './pay-accounts.operations.ts'
import { findPayAccount, listPayAccounts } from './pay-accounts.queries.ts'

/** Registers the endpoints with which administrators manage the accounts into which buyers pay. */
export function payAccountRoutes(app: FastifyInstance, store: PictureStore) {
  // A wrong password stays counted, so the operations begin their own transactions.
  const writing = { transaction: false, before: encodeQr }

  serve(app, payAccounts.list, async ({ query }, { db }) => listPayAccounts(db, query))

  serveRecord(app, payAccounts.get, async (db, id) => ok(await findPayAccount(db, id)))

  serve(app, payAccounts.qr, ({ id }, { db }) => readQr(store, db, id))

  serve(
    app,
    payAccounts.create,
    async ({ body }, context, qr) => ok(await createPayAccount(context, store, body, qr)),
    writing,
  )

  serve(app, payAccounts.order, async ({ body }, context) => ok(await orderPayAccounts(context, body)), {
    transaction: false,
  })

  serve(
    app,
    payAccounts.update,
    async ({ id, body }, context, qr) => ok(await updatePayAccount(context, store, id, body, qr)),
    writing,
  )
}

/** Encodes the uploaded picture of a QR code; undefined without one. */
const encodeQr = async ({ files: { qr } }: { files: { qr: UploadedFile[] } }) => qr[0] && encodeCodePicture(qr[0])

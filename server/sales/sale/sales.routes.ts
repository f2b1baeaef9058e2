import type { FastifyInstance } from 'fastify'

import { saleGold } from '../../../contract/pricing/sale-gold.ts'
import { holds } from '../../../contract/sales/holds.ts'
import { saleLines } from '../../../contract/sales/sale-lines.ts'
import { sales } from '../../../contract/sales/sales.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { addSaleLine, removeSaleLine, changeSaleLine, updateSale } from './changes.operations.ts'
import { holdSale } from './holds.operations.ts'
import { takePayment } from './paying.operations.ts'
import { listShownGold } from './sale-gold.queries.ts'
import { drawInvoice } from './sale-pdf.ts'
import { cancelSale, completeSale, createSale } from './sales.operations.ts'
import { findSale, listSales } from './sales.queries.ts'

export function saleRoutes(app: FastifyInstance, pictures: Pictures, publicUrl: string | undefined) {
  serve(app, sales.list, async ({ query }, { db }) => listSales(db, query))

  serveRecord(app, sales.get, async (db, id) => ok(await findSale(db, id)))

  serve(app, saleGold.ofSale, async ({ id }, { db, now }) =>
    ok({ lines: await listShownGold(db, await findSale(db, id), now) }),
  )

  serve(app, sales.pdf, async ({ id }, { db, client, now }) =>
    drawInvoice(db, pictures, id, { origin: publicUrl ?? client.origin, now }),
  )

  serve(app, sales.create, async ({ body }, context) => ok(await createSale(context, body)))

  serve(app, sales.update, async ({ id, body }, context) => ok(await updateSale(context, id, body)))

  serve(app, saleLines.add, async ({ id, body }, context) => ok(await addSaleLine(context, id, body)))

  serve(app, saleLines.update, async ({ id, salesItemID, body }, context) =>
    ok(await changeSaleLine(context, id, salesItemID, body)),
  )

  serve(app, saleLines.remove, async ({ id, salesItemID }, context) =>
    ok(await removeSaleLine(context, id, salesItemID)),
  )

  serve(app, holds.hold, async ({ id, body }, context) => ok(await holdSale(context, id, body)))

  serve(app, sales.pay, async ({ id, body }, context) => ok(await takePayment(context, id, body)))

  serve(app, sales.complete, async ({ id }, context) => ok(await completeSale(context, id)))

  serve(app, sales.cancel, async ({ id, body }, context) => ok(await cancelSale(context, id, body)))
}

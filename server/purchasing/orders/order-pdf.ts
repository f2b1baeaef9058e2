import { describeMetal } from '../../../contract/catalogue/metal.ts'
import { statusOnPaper } from '../../../contract/purchasing/purchase-orders.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { Pictures } from '../../files/pictures.ts'
import { type Context, seesCosts } from '../../kernel/context.ts'
import {
  amountOf,
  bottom,
  type Column,
  type Doc,
  margin,
  drawParties,
  drawRemarks,
  right,
  createSheet,
  drawTable,
  width,
  writeText,
} from '../../pdf/sheet.ts'
import { findOrder, type Order } from './orders.queries.ts'

/**
 * Draws a purchase order as an A4 PDF for its supplier, without prices for a person from whom costs are hidden. Throws
 * 404 when the order does not exist.
 */
export async function orderFile({ db, actor }: Context, pictures: Pictures, poID: number) {
  const order = await findOrder(db, poID)
  const { supplier } = order
  return createSheet(db, pictures, { title: 'Purchase order', number: order.poNumber }, (doc) => {
    drawParties(
      doc,
      {
        role: 'Supplier',
        name: supplier.supplierName,
        texts: [supplier.address, supplier.contactDetails, supplier.email],
      },
      [
        ['Deliver to', order.location.locationName],
        ['Order date', formatDay(order.orderDate)],
        ['Expected delivery', formatDay(order.expectedDeliverDate)],
        ['Reference', order.referenceNo],
        ['Status', statusOnPaper(order.status)],
        ['Approved by', order.approvedBy],
      ],
    )
    drawTable(doc, seesCosts(actor) ? pricedColumns : plainColumns, order.purchaseOrderItems)
    if (seesCosts(actor)) drawTotal(doc, order)
    drawRemarks(doc, order.remarks)
  })
}

type Columns = Column<Order['purchaseOrderItems'][number]>[]

const drawColumns = (itemWidth: number): Columns => [
  { name: 'No.', width: 24, of: (_, n) => String(n + 1) },
  { name: 'Item code', width: 76, of: (line) => line.itemCode },
  { name: 'Item', width: itemWidth, of: (line) => [line.itemName, describeMetal(line)].filter(Boolean).join('\n') },
  { name: 'UOM', width: 36, of: (line) => line.uom },
  { name: 'Quantity', width: 58, align: 'right', of: ({ orderQty, uom }) => amountOf(orderQty, uom) },
]
const pricedColumns: Columns = [
  ...drawColumns(152),
  { name: 'Unit cost', width: 72, align: 'right', of: (line) => formatPeso(line.unitCost) },
  { name: 'Amount', width: width - 418, align: 'right', of: (line) => formatPeso(line.lineTotal) },
]
/** The columns without prices. The names of the items take their place. */
const plainColumns = drawColumns(width - 194)

function drawTotal(doc: Doc, { totalCost }: Order) {
  if (doc.y + 40 > bottom) doc.addPage()
  const y = doc.y + 4
  writeText(doc, 'Total cost', margin, y, { size: 11, bold: true, align: 'right', width: width - 130 })
  doc.y =
    writeText(doc, formatPeso(totalCost), right - 130, y, { size: 11, bold: true, align: 'right', width: 130 }) + 20
}

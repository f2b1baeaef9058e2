import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import * as carts from './schema/carts.ts'
import * as catalogue from './schema/catalogue.ts'
import * as certificates from './schema/certificates.ts'
import * as company from './schema/company.ts'
import * as credit from './schema/credit.ts'
import * as drawers from './schema/drawers.ts'
import * as events from './schema/events.ts'
import * as imports from './schema/imports.ts'
import * as insight from './schema/insight.ts'
import * as integrations from './schema/integrations.ts'
import * as live from './schema/live.ts'
import * as mail from './schema/mail.ts'
import * as messages from './schema/messages.ts'
import * as money from './schema/money.ts'
import * as orderLinks from './schema/order-links.ts'
import * as people from './schema/people.ts'
import * as pieces from './schema/pieces.ts'
import * as priceLocks from './schema/price-locks.ts'
import * as pricing from './schema/pricing.ts'
import * as proofs from './schema/proofs.ts'
import * as purchasing from './schema/purchasing.ts'
import * as refunds from './schema/refunds.ts'
import * as sales from './schema/sales.ts'
import * as shared from './schema/shared.ts'
import * as stock from './schema/stock.ts'
import * as system from './schema/system.ts'
import * as tax from './schema/tax.ts'
import * as tradeIns from './schema/trade-ins.ts'
import * as valuation from './schema/valuation.ts'

/** Every table, by subject and by the name of its constant. */
export const tablesBySubject = Object.fromEntries(
  Object.entries({
    people,
    mail,
    messages,
    company,
    shared,
    events,
    integrations,
    insight,
    imports,
    catalogue,
    stock,
    valuation,
    pricing,
    purchasing,
    sales,
    'price-locks': priceLocks,
    refunds,
    pieces,
    'trade-ins': tradeIns,
    carts,
    certificates,
    'order-links': orderLinks,
    live,
    drawers,
    money,
    proofs,
    tax,
    credit,
    system,
  }).map(([subject, file]) => [
    subject,
    Object.fromEntries(Object.entries(file).filter((entry): entry is [string, PgTable] => is(entry[1], PgTable))),
  ]),
)

/** Every table of the database. */
export const tables = Object.values(tablesBySubject).flatMap((file) => Object.values(file))

import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import * as carts from './carts.ts'
import * as catalogue from './catalogue.ts'
import * as certificates from './certificates.ts'
import * as company from './company.ts'
import * as credit from './credit.ts'
import * as events from './events.ts'
import * as imports from './imports.ts'
import * as insight from './insight.ts'
import * as instalments from './instalments.ts'
import * as integrations from './integrations.ts'
import * as mail from './mail.ts'
import * as messages from './messages.ts'
import * as money from './money.ts'
import * as people from './people.ts'
import * as pieces from './pieces.ts'
import * as priceLocks from './price-locks.ts'
import * as pricing from './pricing.ts'
import * as purchasing from './purchasing.ts'
import * as refunds from './refunds.ts'
import * as sales from './sales.ts'
import * as shared from './shared.ts'
import * as stock from './stock.ts'
import * as system from './system.ts'
import * as tax from './tax.ts'
import * as tradeIns from './trade-ins.ts'
import * as valuation from './valuation.ts'

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
    instalments,
    pieces,
    'trade-ins': tradeIns,
    carts,
    certificates,
    money,
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

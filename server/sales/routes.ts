import type { FastifyInstance } from 'fastify'

import type { Pictures } from '../files/pictures.ts'
import type { PictureStore } from '../files/store.ts'
import { buyerRoutes } from './buyers/buyers.routes.ts'
import { cartRoutes } from './carts/carts.routes.ts'
import { certificateRoutes } from './certificates/certificates.routes.ts'
import { correctionRoutes } from './corrections/corrections.routes.ts'
import { creditRoutes } from './credits/credits.routes.ts'
import { customerDataRoutes } from './customer-data/customer-data.routes.ts'
import { customerRoutes } from './customers/customers.routes.ts'
import { exchangeRoutes } from './exchanges/exchanges.routes.ts'
import { orderLinkRoutes } from './order-links/order-links.routes.ts'
import { parcelRoutes } from './parcels/parcels.routes.ts'
import { payAccountRoutes } from './pay-accounts/pay-accounts.routes.ts'
import { priceChoiceRoutes } from './price-choices/price-choices.routes.ts'
import { proofRoutes } from './proofs/proofs.routes.ts'
import { refundRoutes } from './refunds/refunds.routes.ts'
import { messageRoutes } from './sale-messages/sale-messages.routes.ts'
import { saleRoutes } from './sale/sales.routes.ts'
import { customerTypeRoutes } from './setup/customer-types.ts'
import { paymentTypeRoutes } from './setup/payment-types.ts'
import { transactionTypeRoutes } from './setup/transaction-types.ts'
import { statementRoutes } from './statements/statements.routes.ts'
import { taxRoutes } from './tax/tax.routes.ts'
import { termsRoutes } from './terms/terms.routes.ts'
import { tradeInRoutes } from './trade-ins/trade-ins.routes.ts'

/** Registers every endpoint of sales. */
export function sales(
  app: FastifyInstance,
  {
    pictures,
    store,
    canMail,
    publicUrl,
  }: { pictures: Pictures; store: PictureStore; canMail: boolean; publicUrl: string | undefined },
) {
  transactionTypeRoutes(app)
  paymentTypeRoutes(app)
  payAccountRoutes(app, store)
  customerTypeRoutes(app)
  customerRoutes(app)
  buyerRoutes(app)
  customerDataRoutes(app)
  statementRoutes(app, pictures)
  creditRoutes(app)
  saleRoutes(app, pictures, publicUrl)
  priceChoiceRoutes(app)
  orderLinkRoutes(app, publicUrl)
  termsRoutes(app)
  parcelRoutes(app)
  proofRoutes(app, store)
  correctionRoutes(app)
  refundRoutes(app)
  taxRoutes(app)
  exchangeRoutes(app)
  tradeInRoutes(app, pictures)
  messageRoutes(app, canMail)
  cartRoutes(app)
  certificateRoutes(app, pictures, publicUrl)
}

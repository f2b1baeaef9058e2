import type { PgTable } from 'drizzle-orm/pg-core'

import { cart } from './schema/carts.ts'
import { category, item, itemImage, itemTranslation } from './schema/catalogue.ts'
import { certificate, certificateRevocation } from './schema/certificates.ts'
import { companyProfile, defaultView, savedView, shopSetting, shopTerms } from './schema/company.ts'
import { creditEntry, customerCredit, saleExchange } from './schema/credit.ts'
import {
  approval,
  device,
  deviceSession,
  drawer,
  drawerCount,
  drawerMovement,
  drawerReport,
  drawerSession,
  sessionDrawer,
  userPin,
} from './schema/drawers.ts'
import { event } from './schema/events.ts'
import {
  importBatch,
  importDraft,
  importDraftRow,
  importMapping,
  importPicture,
  importProgress,
} from './schema/imports.ts'
import { dailyCount, reminder } from './schema/insight.ts'
import { apiToken, webhook, webhookDelivery } from './schema/integrations.ts'
import {
  live,
  liveBasket,
  liveBuyerMark,
  liveClaim,
  liveComment,
  livePiece,
  liveShow,
  liveStep,
} from './schema/live.ts'
import { mail, messageChoice, messageTemplate } from './schema/mail.ts'
import { messageDigest, notification, question } from './schema/messages.ts'
import { moneyEntry, payAccount } from './schema/money.ts'
import { orderLink, orderVisit, parcel } from './schema/order-links.ts'
import { attempt, role, session, signInLink, user } from './schema/people.ts'
import {
  adjustmentPiece,
  countPiece,
  piece,
  pieceImage,
  receivingPiece,
  saleItemPiece,
  scanCode,
} from './schema/pieces.ts'
import { salePriceChoice } from './schema/price-locks.ts'
import { goldRate, itemPrice, repricing, repricingItem } from './schema/pricing.ts'
import { paymentProof, proofFile, proofLikeness, proofPayment } from './schema/proofs.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from './schema/purchasing.ts'
import { saleRefund, saleRefundItem } from './schema/refunds.ts'
import {
  buyer,
  customer,
  customerType,
  paymentType,
  sale,
  saleInstalment,
  saleItem,
  stockReservation,
  transactionType,
} from './schema/sales.ts'
import { audit, documentNumber, idempotencyKey, rowCount } from './schema/shared.ts'
import {
  adjustmentReason,
  adjustmentType,
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  repairReturn,
  stockCount,
  stockCountLine,
  stockMovement,
  stockTransfer,
  stockTransferItem,
} from './schema/stock.ts'
import { databaseSize, operationRun } from './schema/system.ts'
import { taxEntry, taxRate } from './schema/tax.ts'
import { scrapItem, tradeIn, tradeInPiece } from './schema/trade-ins.ts'
import { stockRevaluation, stockValue } from './schema/valuation.ts'

/**
 * Decides about the rows of a table when an administrator empties the shop:
 * - `emptied`: all rows are deleted
 * - `setting`: they stay with people and settings, or are replaced by those of a new shop
 * - `person`: they stay with people and settings, or only those of the administrator stay
 * - `kept`: they always stay, because they describe the program or its machine
 */
export type Fate = 'emptied' | 'setting' | 'person' | 'kept'

const withFate = (fate: Fate, ...all: PgTable[]) => all.map((table) => [table, fate] as const)

/** The fate of every table. A test reports a table without one. */
export const fates: ReadonlyMap<PgTable, Fate> = new Map([
  ...withFate('emptied', category, item, itemImage, itemTranslation),
  ...withFate('emptied', goldRate, itemPrice, repricing, repricingItem),
  ...withFate('emptied', inventory, stockMovement, stockReservation, stockRevaluation, stockValue),
  ...withFate('emptied', inventoryAdjustment, stockTransfer, stockTransferItem, repairReturn),
  ...withFate('emptied', certificate, certificateRevocation),
  ...withFate('emptied', piece, pieceImage, scanCode, saleItemPiece, receivingPiece, adjustmentPiece, countPiece),
  ...withFate('emptied', stockCount, stockCountLine),
  ...withFate('emptied', supplier, purchaseOrder, purchaseOrderItem, receiving, receivingItem),
  ...withFate('emptied', customer, buyer, sale, saleItem, saleInstalment, saleRefund, saleRefundItem, saleExchange),
  ...withFate('emptied', cart, salePriceChoice, tradeIn, tradeInPiece, scrapItem),
  ...withFate('emptied', orderLink, orderVisit, parcel, paymentProof, proofFile, proofLikeness, proofPayment),
  ...withFate('emptied', live, livePiece, liveShow, liveComment, liveClaim, liveBasket, liveStep, liveBuyerMark),
  ...withFate('emptied', sessionDrawer, drawerSession, drawerCount, drawerMovement, drawerReport),
  ...withFate('emptied', approval),
  ...withFate('emptied', moneyEntry, taxEntry, creditEntry, customerCredit),
  ...withFate('emptied', notification, question, reminder, dailyCount, mail, messageChoice),
  ...withFate('emptied', importBatch, importDraft, importDraftRow, importMapping, importPicture, importProgress),
  ...withFate('emptied', idempotencyKey, documentNumber, rowCount, audit, event, webhookDelivery),
  // The filters of a saved view name records that are gone.
  ...withFate('emptied', savedView, defaultView),
  ...withFate('setting', shopSetting, companyProfile, taxRate, location, messageTemplate, shopTerms, webhook),
  ...withFate(
    'setting',
    payAccount,
    drawer,
    device,
    deviceSession,
    customerType,
    paymentType,
    transactionType,
    inventoryType,
    adjustmentType,
    adjustmentReason,
  ),
  ...withFate('person', user, userPin, session, signInLink, apiToken, messageDigest),
  ...withFate('kept', role, attempt, operationRun, databaseSize),
])

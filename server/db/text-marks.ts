import type { InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { cart } from './schema/carts.ts'
import { category, item, itemImage, itemTranslation } from './schema/catalogue.ts'
import { certificate, certificateRevocation } from './schema/certificates.ts'
import { companyProfile, defaultView, savedView, shopSetting, shopTerms } from './schema/company.ts'
import { creditEntry } from './schema/credit.ts'
import {
  approval,
  device,
  drawer,
  drawerCount,
  drawerMovement,
  drawerReport,
  drawerSession,
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
import { live, liveBuyerMark, liveClaim, liveComment, liveStep } from './schema/live.ts'
import { mail, messageChoice, messageTemplate } from './schema/mail.ts'
import { messageDigest, notification, question } from './schema/messages.ts'
import { moneyEntry, payAccount } from './schema/money.ts'
import { orderLink, orderVisit, parcel } from './schema/order-links.ts'
import { attempt, role, session, signInLink, user } from './schema/people.ts'
import { piece, pieceImage, receivingPiece, scanCode } from './schema/pieces.ts'
import { salePriceChoice } from './schema/price-locks.ts'
import { goldRate, itemPrice, repricing } from './schema/pricing.ts'
import { paymentProof, proofFile, proofLikeness } from './schema/proofs.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from './schema/purchasing.ts'
import { saleRefund, saleRefundItem } from './schema/refunds.ts'
import { buyer, customer, customerType, paymentType, sale, transactionType } from './schema/sales.ts'
import { audit, documentNumber, idempotencyKey, rowCount } from './schema/shared.ts'
import {
  adjustmentReason,
  adjustmentType,
  inventoryAdjustment,
  inventoryType,
  location,
  repairReturn,
  stockCount,
  stockMovement,
  stockTransfer,
} from './schema/stock.ts'
import { operationRun } from './schema/system.ts'
import { taxRate } from './schema/tax.ts'
import { scrapItem, tradeIn, tradeInPiece } from './schema/trade-ins.ts'
import { stockRevaluation } from './schema/valuation.ts'

/**
 * The personal data that a text column may contain. It decides how anonymising a customer changes the column:
 * - `customer`: a detail of the customer, which is replaced
 * - `free`: text that people type, in which the customer's names and details are replaced
 * - `record`: whole records as JSON, from which the customer's details are removed
 * - `passing`: a file that somebody is about to import; the drafts that name the person are deleted
 * - `others`: details of staff and companies, which stay
 * - `impersonal`: no personal data
 */
export type TextMark = 'customer' | 'free' | 'record' | 'passing' | 'others' | 'impersonal'

const marked = <T extends PgTable>(table: T, marks: Partial<Record<keyof InferSelectModel<T> & string, TextMark>>) => ({
  table,
  marks: marks as Record<string, TextMark>,
})

/** Returns the same mark for several columns. */
const all = <Name extends string>(mark: TextMark, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, mark])) as Record<Name, TextMark>

/** The mark of every column of text or JSON. A test reports a column without a mark. */
export const textMarks: { table: PgTable; marks: Record<string, TextMark> }[] = [
  marked(user, {
    ...all('others', 'firstName', 'middleName', 'lastName', 'username', 'email', 'phoneNumber', 'address', 'image_url'),
    passwordHash: 'others',
  }),
  marked(role, { roleName: 'impersonal' }),
  marked(session, all('others', 'tokenHash', 'agent')),
  marked(apiToken, all('impersonal', 'tokenName', 'tokenHash', 'operations')),
  marked(webhook, {
    ...all('others', 'address', 'secret', 'formerSecret'),
    ...all('impersonal', 'webhookName', 'events', 'offReason', 'place', 'placeDatabase'),
  }),
  marked(webhookDelivery, all('impersonal', 'type', 'entity', 'touched', 'state', 'reason')),
  marked(device, all('impersonal', 'deviceName', 'tokenHash')),
  marked(userPin, { pinHash: 'others' }),
  marked(approval, all('impersonal', 'keyHash', 'call')),
  marked(signInLink, { tokenHash: 'others' }),
  marked(attempt, { bucket: 'others' }),
  marked(notification, { message: 'free', ...all('impersonal', 'kind', 'entity', 'link', 'dedupeKey') }),
  marked(messageDigest, { every: 'impersonal' }),
  marked(question, { ...all('customer', 'name', 'email', 'contact', 'text'), language: 'impersonal' }),
  marked(mail, {
    ...all('customer', 'recipient', 'subject', 'body', 'reason'),
    ...all('impersonal', 'kind', 'channel', 'language', 'origin', 'dedupeKey', 'state'),
  }),
  marked(messageTemplate, all('impersonal', 'kind', 'language', 'subject', 'body')),
  marked(messageChoice, { language: 'impersonal' }),
  marked(companyProfile, {
    ...all('others', 'companyName', 'registrationNumber', 'companyAddress', 'companyEmail', 'companyPhone'),
    ...all('others', 'companyPhoneSecondary', 'taxDetails', 'image_url', 'instagram', 'facebook', 'tiktok', 'lineapp'),
  }),
  marked(shopSetting, {
    ...all('impersonal', 'timeZone', 'leastDepositUnit', 'goldShown', 'taxCountry', 'taxNumber', 'demoRows'),
    ...all('impersonal', 'customerLanguage', 'messageKinds', 'quietFrom', 'quietUntil'),
  }),
  marked(shopTerms, all('impersonal', 'kind', 'english', 'tagalog', 'japanese')),
  // Staff may save a search for a customer's name as a view, and give the view that name.
  marked(savedView, { query: 'record', viewName: 'free', ...all('impersonal', 'list', 'hidden') }),
  marked(defaultView, { list: 'impersonal' }),
  marked(idempotencyKey, { answer: 'record', ...all('impersonal', 'endpoint', 'key', 'requestHash') }),
  marked(event, all('impersonal', 'type', 'entity', 'callID', 'touched')),
  marked(audit, { ...all('record', 'before', 'after'), ...all('impersonal', 'action', 'entity') }),
  marked(documentNumber, { kind: 'impersonal' }),
  marked(rowCount, { tableName: 'impersonal' }),
  marked(reminder, { text: 'free', dueTime: 'impersonal' }),
  marked(dailyCount, all('impersonal', 'kind', 'subject')),
  // An undo leaves items, categories, locations and customer types, and no person.
  marked(importBatch, { fileName: 'free', ...all('impersonal', 'kind', 'made', 'kept') }),
  marked(importPicture, all('impersonal', 'source', 'state', 'reason')),
  marked(cart, { lines: 'impersonal' }),
  marked(importProgress, { doing: 'impersonal' }),
  marked(importDraft, {
    ...all('passing', 'fileName', 'header', 'rawHeader', 'mapping', 'mappingName', 'fixes', 'check'),
    ...all('impersonal', 'kind', 'encoding', 'separator', 'sheet'),
  }),
  marked(importDraftRow, all('passing', 'cells', 'raw', 'corrected', 'wrong', 'change')),
  // A mapping has headings and constants, and its fixes have names and words of the shop; neither has other cells.
  marked(importMapping, { mappingName: 'free', ...all('impersonal', 'kind', 'header', 'mapping', 'fixes') }),
  marked(category, all('impersonal', 'categoryCode', 'categoryName', 'tagalogName', 'japaneseName', 'description')),
  marked(item, {
    ...all('impersonal', 'itemCode', 'itemName', 'barcode', 'description', 'uom', 'karat', 'metal', 'stone', 'size'),
    ...all('impersonal', 'certificateNumber', 'taxClass'),
  }),
  marked(certificate, {
    ...all('impersonal', 'certificateNumber', 'code', 'pieceNumber', 'itemName', 'tagalogName', 'japaneseName'),
    ...all('impersonal', 'karat', 'metal', 'stone', 'size', 'laboratoryReport', 'place'),
    ...all('impersonal', 'pictureURL', 'secondPictureURL', 'thirdPictureURL'),
  }),
  marked(certificateRevocation, { note: 'free', reason: 'impersonal' }),
  marked(piece, {
    note: 'free',
    ...all('impersonal', 'number', 'code', 'barcode', 'certificateNumber', 'laboratory', 'certificateFile'),
  }),
  marked(receivingPiece, { note: 'free', ...all('impersonal', 'barcode', 'certificateNumber', 'laboratory') }),
  marked(scanCode, { code: 'impersonal' }),
  marked(drawer, { drawerName: 'impersonal' }),
  marked(drawerSession, { note: 'free', signature: 'others', ...all('impersonal', 'number', 'status', 'reason') }),
  marked(drawerCount, all('impersonal', 'kind', 'currency', 'cash')),
  marked(drawerMovement, { note: 'free', ...all('impersonal', 'kind', 'reason', 'currency') }),
  // Beside figures it has the names of staff, and no note.
  marked(drawerReport, { figures: 'others' }),
  marked(live, { remarks: 'free', ...all('impersonal', 'liveName', 'platforms', 'status', 'overlayHash') }),
  marked(liveComment, {
    ...all('free', 'name', 'text', 'question'),
    ...all('impersonal', 'platform', 'platformKey', 'orderSource', 'outcome'),
  }),
  marked(liveClaim, { reason: 'free', status: 'impersonal' }),
  marked(liveStep, { reason: 'free', ...all('impersonal', 'kind', 'facts', 'outcome') }),
  marked(liveBuyerMark, { ...all('free', 'reason', 'endReason'), mark: 'impersonal' }),
  marked(itemImage, all('impersonal', 'url', 'thumb_url', 'focusFrom')),
  marked(pieceImage, all('impersonal', 'url', 'thumb_url', 'focusFrom')),
  marked(itemTranslation, all('impersonal', 'language', 'itemName', 'description')),
  marked(location, all('impersonal', 'locationName', 'description')),
  marked(inventoryType, all('impersonal', 'typeName', 'code', 'description')),
  marked(adjustmentReason, all('impersonal', 'reasonName', 'code', 'description')),
  marked(adjustmentType, all('impersonal', 'typeName', 'code', 'description')),
  marked(stockMovement, all('impersonal', 'kind', 'documentType')),
  marked(stockRevaluation, { reason: 'free' }),
  marked(inventoryAdjustment, { status: 'impersonal' }),
  marked(stockTransfer, { remarks: 'free', transferNumber: 'impersonal' }),
  marked(repairReturn, { remarks: 'free', ...all('impersonal', 'repairReturnNumber', 'outcome') }),
  marked(stockCount, { remarks: 'free', ...all('impersonal', 'countNumber', 'status') }),
  marked(supplier, all('others', 'supplierName', 'contactDetails', 'address', 'email')),
  marked(purchaseOrder, { ...all('free', 'remarks', 'referenceNo'), ...all('impersonal', 'poNumber', 'status') }),
  marked(purchaseOrderItem, { closeReason: 'free', uom: 'impersonal' }),
  marked(receiving, { referenceNumber: 'free', status: 'impersonal' }),
  marked(receivingItem, { uom: 'impersonal' }),
  marked(transactionType, all('impersonal', 'transactionName', 'code', 'description')),
  marked(paymentType, all('impersonal', 'paymentName', 'code', 'description')),
  // The holders are the shop and its people.
  marked(payAccount, {
    ...all('others', 'holder', 'number', 'note'),
    ...all('impersonal', 'kind', 'bankOrWallet', 'currency', 'qrFile'),
  }),
  marked(customerType, all('impersonal', 'TypeName', 'description')),
  marked(customer, all('customer', 'firstName', 'middleName', 'lastName', 'contactNo', 'address', 'email')),
  marked(buyer, { ...all('customer', 'handle', 'contact'), remarks: 'free', platform: 'impersonal' }),
  marked(sale, {
    ...all('free', 'remarks', 'cancelReason'),
    ...all('impersonal', 'transactionNumber', 'status', 'deposit', 'clientDigest'),
  }),
  marked(moneyEntry, { ...all('free', 'reference', 'reason'), kind: 'impersonal' }),
  marked(creditEntry, { reason: 'free', kind: 'impersonal' }),
  marked(saleRefund, { reason: 'free' }),
  marked(salePriceChoice, { reason: 'free', choice: 'impersonal' }),
  marked(orderLink, all('impersonal', 'tokenHash', 'codeHash')),
  marked(parcel, { note: 'free', ...all('impersonal', 'carrier', 'trackingNumber', 'trackingAddress') }),
  marked(orderVisit, { visitHash: 'impersonal' }),
  marked(paymentProof, {
    ...all('free', 'reference', 'seenReference', 'rejectWords', 'overrideReason', 'undoReason'),
    // Anonymising replaces the key of a reference that names the person, so that it stays unique.
    ...all('impersonal', 'status', 'language', 'sendKey', 'rejectReason', 'referenceKey'),
  }),
  marked(proofFile, all('impersonal', 'file', 'format', 'contentHash')),
  marked(proofLikeness, { boxes: 'impersonal' }),
  marked(saleRefundItem, { disposition: 'impersonal' }),
  // The text names files, tables and keys, and never quotes a person's data.
  marked(operationRun, all('impersonal', 'kind', 'result', 'detail', 'file')),
  marked(itemPrice, { karat: 'impersonal' }),
  marked(tradeIn, {
    ...all('free', 'remarks', 'closeReason'),
    ...all('impersonal', 'tradeInNumber', 'status', 'identityDocument'),
  }),
  marked(tradeInPiece, {
    ...all('free', 'description', 'testNote'),
    ...all('impersonal', 'markedKarat', 'testedKarat'),
  }),
  marked(scrapItem, { karat: 'impersonal' }),
  marked(repricing, { karats: 'impersonal', undoReason: 'free' }),
  marked(goldRate, { karat: 'impersonal', source: 'others' }),
  marked(taxRate, all('impersonal', 'country', 'rateName', 'code', 'kind')),
]

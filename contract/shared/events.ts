import type { AuditAction } from './audit/audit-actions.ts'
import { type AuditEntity, auditEntities } from './entities.ts'
import type { Access } from './permissions.ts'

// An event tells that a record changed. It names the record and never holds a figure or a person's data.

/** A kind of record that events name: every kind of the audit trail, the messages of the inbox, and the mails. */
export type EventEntity = AuditEntity | 'notification' | 'mail'

/** The access that a user needs to receive an event about this kind of record. */
export const accessToEvents: Record<EventEntity, Access> = {
  ...(Object.fromEntries(Object.entries(auditEntities).map(([entity, { access }]) => [entity, access])) as Record<
    AuditEntity,
    Access
  >),
  notification: 'messages.read',
  // Those who see a sale see what its customer was told.
  mail: 'sales.read',
}

/** The events after which a client fetches all that it shows again. */
export const eventsAboutEverything: ReadonlySet<string> = new Set<EventEntity>(['shop', 'demo'])

/** Kinds of record whose changes can change an answer about stock. */
export const aboutStock = ['inventory', 'item', 'location', 'inventoryType', 'category'] as const

/** Kinds of record whose changes can change a figure of the shop's trade. */
export const aboutTrade = [
  'sale',
  'inventory',
  'receiving',
  'purchaseOrder',
  'purchaseOrderItem',
  'inventoryAdjustment',
  'stockTransfer',
  'repairReturn',
  'tradeIn',
  'storeCredit',
  'customer',
  'buyer',
  'item',
  'category',
  'supplier',
  'location',
  'paymentType',
  'taxRate',
] as const satisfies readonly EventEntity[]

/** The second part of an event's type, by the action of the audit trail: `sale.completed`. */
export const eventVerbs = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  register: 'registered',
  pay: 'paid',
  correct: 'payment_corrected',
  complete: 'completed',
  finish: 'finished',
  cancel: 'canceled',
  approve: 'approved',
  close: 'closed_short',
  'close books': 'closed',
  'reopen books': 'reopened',
  status: 'status_changed',
  count: 'counted',
  scan: 'scanned',
  recount: 'recount_requested',
  receive: 'received',
  revalue: 'revalued',
  'return from repair': 'returned_from_repair',
  refund: 'refunded',
  exchange: 'exchanged',
  offer: 'offered',
  accept: 'accepted',
  decline: 'declined',
  reject: 'rejected',
  withdraw: 'withdrawn',
  'give back': 'returned',
  'trade in': 'traded_in',
  settle: 'settled',
  give: 'given',
  'pay in': 'paid_in',
  'pay out': 'paid_out',
  'take back': 'taken_back',
  expire: 'expired',
  'decide price': 'price_decided',
  hold: 'held',
  lapse: 'hold_lapsed',
  anonymise: 'anonymised',
  join: 'joined',
  part: 'parted',
  'set password': 'password_set',
  'set pin': 'pin_set',
  'remove pin': 'pin_removed',
  lock: 'locked',
  'make sign-in link': 'sign_in_link_made',
  'make order link': 'link_made',
  'revoke order link': 'link_revoked',
  'end session': 'session_ended',
  'end sessions': 'sessions_ended',
  undo: 'undone',
  load: 'loaded',
  clear: 'cleared',
  empty: 'emptied',
  revoke: 'revoked',
  'renew secret': 'secret_renewed',
  send: 'message_sent',
  'try again': 'tried_again',
  'give up': 'given_up',
} as const satisfies Record<AuditAction, string>

/** The verbs of the events of each kind of record. A test run fails when an event has another type. */
export const eventsOf = {
  sale: [
    'created',
    'changed',
    'paid',
    'payment_corrected',
    'completed',
    'canceled',
    'refunded',
    'exchanged',
    'held',
    'hold_lapsed',
    'price_decided',
    'link_made',
    'link_revoked',
    'link_seen',
    'message_sent',
    'tried_again',
  ],
  item: ['created', 'changed', 'deleted', 'received', 'revalued', 'returned_from_repair', 'traded_in'],
  piece: ['created', 'changed', 'deleted'],
  tradeIn: ['created', 'changed', 'offered', 'accepted', 'declined', 'returned', 'settled'],
  goldRate: ['created'],
  repricing: ['created', 'undone'],
  certificate: ['created', 'revoked'],
  inventory: ['created', 'changed', 'deleted'],
  stockTransfer: ['created'],
  stockCount: ['created', 'finished', 'canceled'],
  stockCountLine: ['created', 'counted', 'scanned', 'recount_requested'],
  repairReturn: ['created'],
  inventoryAdjustment: ['created', 'changed', 'deleted'],
  category: ['created', 'changed', 'deleted'],
  purchaseOrder: ['created', 'changed', 'approved', 'canceled', 'closed_short', 'status_changed'],
  purchaseOrderItem: ['created', 'changed', 'received'],
  receiving: ['created', 'changed', 'completed', 'canceled'],
  supplier: ['created', 'changed', 'deleted'],
  customer: ['created', 'changed', 'deleted', 'anonymised'],
  buyer: ['created', 'changed', 'deleted', 'joined', 'parted', 'anonymised'],
  live: ['created', 'changed', 'status_changed', 'shown', 'claimed'],
  customerType: ['created', 'changed', 'deleted'],
  user: [
    'created',
    'changed',
    'registered',
    'password_set',
    'pin_set',
    'pin_removed',
    'sign_in_link_made',
    'session_ended',
    'sessions_ended',
  ],
  inventoryType: ['created', 'changed'],
  adjustmentReason: ['created', 'changed'],
  adjustmentType: ['created', 'changed'],
  location: ['created', 'changed', 'deleted'],
  paymentType: ['created', 'changed'],
  payAccount: ['created', 'changed'],
  transactionType: ['created', 'changed'],
  question: ['created', 'changed'],
  reminder: ['created', 'changed', 'deleted'],
  paymentProof: ['created', 'compared', 'taken', 'released', 'approved', 'rejected', 'withdrawn', 'undone'],
  storeCredit: ['given', 'paid_in', 'paid_out', 'taken_back', 'expired'],
  drawer: ['created', 'changed'],
  device: ['created', 'changed', 'deleted', 'locked'],
  drawerSession: ['created', 'status_changed', 'counted', 'finished', 'paid_in', 'paid_out', 'taken_back'],
  companyProfile: ['created', 'changed'],
  shopSetting: ['changed'],
  messageTemplate: ['created', 'changed', 'deleted'],
  parcel: ['created', 'changed', 'deleted'],
  terms: ['created'],
  tax: ['changed'],
  taxRate: ['created', 'changed', 'deleted'],
  books: ['closed', 'reopened'],
  import: ['created', 'changed', 'undone', 'tried_again'],
  importMapping: ['created', 'changed', 'deleted'],
  savedView: ['created', 'changed', 'deleted'],
  system: ['run_recorded'],
  apiToken: ['created', 'revoked'],
  webhook: ['created', 'changed', 'deleted', 'secret_renewed', 'tried_again', 'delivered'],
  job: ['tried_again', 'given_up'],
  shop: ['emptied'],
  demo: ['loaded', 'cleared'],
  notification: ['sent', 'read'],
  mail: ['queued', 'sent', 'deferred', 'failed', 'canceled'],
} as const satisfies Record<EventEntity, readonly string[]>

/** The type of an event, such as `sale.completed`. */
export type EventType = { [E in EventEntity]: `${E}.${(typeof eventsOf)[E][number]}` }[EventEntity]

/** Every type of event. */
export const eventTypes = Object.entries(eventsOf).flatMap(([entity, verbs]) =>
  verbs.map((verb) => `${entity}.${verb}`),
) as EventType[]

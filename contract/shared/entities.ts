import type { Access } from './permissions.ts'
import { type RecordScreen, type ScreenPath, screens } from './screens.ts'
import { staffScreens } from './staff-screens.ts'
import { labelOf } from './zod.ts'

/** A kind of record in the audit trail. */
type Entity = {
  /** The name that people read, such as 'Stock count line'. */
  label: string
  /** The fields of a record whose values together form its name. */
  name: readonly string[]
  /** The screen that opens a record of this kind by its key. */
  screen?: ScreenPath
  /** The access that a user needs to learn of a change of such a record. */
  access: Access
  /** Set when only one record of the kind exists, such as the settings. The kind's label is then the record's name. */
  only?: true
}

/** The kinds of record that no list screen declares. */
const ownWords = {
  stockCountLine: { label: 'Stock count line', name: [], access: 'stock.read' },
  question: { label: 'Question', name: ['name'], access: 'messages.read', screen: screens.messages },
  reminder: { label: 'Reminder', name: ['text'], access: 'reminders.write' },
  storeCredit: { label: 'Store credit of customer', name: [], access: 'sales.read', screen: screens.customers },
  companyProfile: {
    label: 'Company profile',
    name: [],
    access: 'company.read',
    screen: screens.companyProfile,
    only: true,
  },
  shopSetting: { label: 'Settings', name: [], access: 'company.read', screen: screens.settings, only: true },
  messageTemplate: {
    label: 'Message text',
    name: ['kind', 'language'],
    access: 'company.read',
    screen: screens.settings,
  },
  parcel: { label: 'Parcel', name: ['carrier', 'trackingNumber'], access: 'sales.read' },
  terms: { label: 'Terms', name: ['kind', 'version'], access: 'company.read', screen: screens.settings },
  tax: { label: 'Tax', name: [], access: 'company.read', screen: screens.settings, only: true },
  taxRate: { label: 'Tax rate', name: ['code'], access: 'company.read', screen: screens.settings },
  drawer: { label: 'Drawer', name: ['drawerName'], access: 'drawers.use' },
  device: { label: 'Device', name: ['deviceName'], access: 'devices.manage', screen: screens.settings },
  drawerSession: { label: 'Drawer session', name: ['number'], access: 'drawers.use' },
  books: { label: 'Books', name: [], access: 'company.read', screen: screens.settings, only: true },
  import: { label: 'Import', name: ['fileName'], access: 'imports.write', screen: screens.imports },
  importMapping: {
    label: 'Import mapping',
    name: ['mappingName'],
    access: 'imports.write',
    screen: screens.imports,
  },
  savedView: { label: 'Saved view', name: ['viewName'], access: 'views.use' },
  system: { label: 'System', name: [], access: 'system.manage', screen: screens.system, only: true },
  apiToken: {
    label: 'API token',
    name: ['tokenName'],
    access: 'integrations.manage',
    screen: screens.integrations,
  },
  webhook: {
    label: 'Webhook',
    name: ['webhookName'],
    access: 'integrations.manage',
    screen: screens.integrations,
  },
  job: { label: 'Failed work', name: ['what'], access: 'system.manage', screen: screens.system },
  shop: { label: 'Shop', name: [], access: 'company.read', screen: screens.settings, only: true },
  demo: { label: 'Demo shop', name: [], access: 'company.read', screen: screens.settings, only: true },
} as const satisfies Record<string, Entity>

/** The kinds of record with a list screen. Their labels are in contract/shared/staff-screens.ts. */
type Listed = {
  [One in RecordScreen as One['record']['entity']]: One['record'] & { screen: One['path']; access: One['access'] }
}
const listedWords = Object.fromEntries(
  Object.values(staffScreens).flatMap((screen) =>
    'record' in screen
      ? [[screen.record.entity, { ...screen.record, screen: screen.path, access: screen.access }]]
      : [],
  ),
) as Listed

/** Every kind of record in the audit trail, by its stored name. */
export const auditEntities = { ...listedWords, ...ownWords }
export type AuditEntity = keyof typeof auditEntities

/** Every action in the audit trail, by its stored name. The words end a sentence such as 'Item RG-0151 changed'. */
export const auditActions = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  register: 'registered',
  pay: 'took a payment',
  correct: 'corrected a payment',
  complete: 'completed',
  finish: 'finished',
  cancel: 'canceled',
  approve: 'approved',
  close: 'closed short',
  'close books': 'closed',
  'reopen books': 'reopened',
  status: 'given a new status',
  count: 'counted',
  scan: 'scanned',
  recount: 'to be counted again',
  receive: 'received',
  revalue: 'given a new cost',
  'return from repair': 'returned from repair',
  refund: 'refunded',
  exchange: 'exchanged',
  offer: 'offered',
  accept: 'accepted',
  decline: 'declined',
  reject: 'rejected',
  withdraw: 'withdrawn',
  'give back': 'given back',
  'trade in': 'bought as scrap',
  settle: 'paid out',
  give: 'given',
  'pay in': 'paid in',
  'pay out': 'paid out',
  'take back': 'taken back',
  expire: 'expired',
  'decide price': 'given a price anew',
  hold: 'held again',
  lapse: 'lost its hold',
  anonymise: 'anonymised',
  join: 'joined to a customer',
  part: 'parted from a customer',
  'set password': 'given a new password',
  'set pin': 'given a PIN',
  'remove pin': 'left without a PIN',
  lock: 'locked after wrong PINs',
  'make sign-in link': 'given a sign-in link',
  'make order link': 'given a link for the buyer',
  'revoke order link': 'no longer open by its link',
  'end session': 'signed out of a session',
  'end sessions': 'signed out everywhere',
  undo: 'undone',
  load: 'loaded',
  clear: 'cleared',
  empty: 'emptied',
  revoke: 'revoked',
  'renew secret': 'given a new secret',
  send: 'sent a message',
  'try again': 'tried again',
  'give up': 'given up',
} as const
export type AuditAction = keyof typeof auditActions

/** Returns undefined for unknown names, because old audit rows may have kinds that the program no longer has. */
export const entityOf = (entity: string) => (auditEntities as Record<string, Entity>)[entity]
export const actionOf = (action: string) => (auditActions as Record<string, string>)[action]

/** Returns the label of a kind of record. */
export const entityLabelOf = (entity: string) => entityOf(entity)?.label ?? labelOf([entity])

/** Returns the address of an audit row's record; null when it has no screen. */
export function auditLinkOf({ entity, entityID }: { entity: string; entityID: number }): string | null {
  const { screen, only } = entityOf(entity) ?? {}
  if (screen === undefined) return null
  return only ? screen : `${screen}?id=${entityID}`
}

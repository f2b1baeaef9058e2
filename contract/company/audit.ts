import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { type RecordScreen, type ScreenPath, screens } from '../shared/screens.ts'
import { staffScreens } from '../shared/staff-screens.ts'
import { labelOf, z } from '../shared/zod.ts'

/** A kind of record in the audit trail. */
type Entity = {
  /** The name that people read, such as 'Stock count line'. */
  label: string
  /** The fields of a record whose values together form its name. */
  name: readonly string[]
  /** The screen that opens a record of this kind by its key. */
  screen?: ScreenPath
  /** Set when only one record of the kind exists, such as the settings. The kind's label is then the record's name. */
  only?: true
}

/** The kinds of record that no list screen declares. */
const ownWords = {
  stockCountLine: { label: 'Stock count line', name: [] },
  question: { label: 'Question', name: ['name'], screen: screens.messages },
  reminder: { label: 'Reminder', name: ['text'] },
  storeCredit: { label: 'Store credit of customer', name: [], screen: screens.customers },
  companyProfile: { label: 'Company profile', name: [], screen: screens.companyProfile, only: true },
  shopSetting: { label: 'Settings', name: [], screen: screens.settings, only: true },
  messageTemplate: { label: 'Message text', name: ['kind', 'language'], screen: screens.settings },
  tax: { label: 'Tax', name: [], screen: screens.settings, only: true },
  taxRate: { label: 'Tax rate', name: ['code'], screen: screens.settings },
  books: { label: 'Books', name: [], screen: screens.settings, only: true },
  import: { label: 'Import', name: ['fileName'], screen: screens.imports },
  importMapping: { label: 'Import mapping', name: ['mappingName'], screen: screens.imports },
  savedView: { label: 'Saved view', name: ['viewName'] },
  system: { label: 'System', name: [], screen: screens.system, only: true },
  job: { label: 'Failed work', name: ['what'], screen: screens.system },
  shop: { label: 'Shop', name: [], screen: screens.settings, only: true },
  demo: { label: 'Demo shop', name: [], screen: screens.settings, only: true },
} as const satisfies Record<string, Entity>

/** The kinds of record with a list screen. Their labels are in contract/shared/staff-screens.ts. */
type Listed = { [One in RecordScreen as One['record']['entity']]: One['record'] & { screen: One['path'] } }
const listedWords = Object.fromEntries(
  Object.values(staffScreens).flatMap((screen) =>
    'record' in screen ? [[screen.record.entity, { ...screen.record, screen: screen.path }]] : [],
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
  give: 'given',
  'take back': 'taken back',
  expire: 'expired',
  hold: 'held again',
  lapse: 'lost its hold',
  anonymise: 'anonymised',
  join: 'joined to a customer',
  part: 'parted from a customer',
  'set password': 'given a new password',
  'make sign-in link': 'given a sign-in link',
  'end session': 'signed out of a session',
  'end sessions': 'signed out everywhere',
  undo: 'undone',
  load: 'loaded',
  clear: 'cleared',
  empty: 'emptied',
  send: 'sent a message',
  'try again': 'tried again',
  'give up': 'given up',
} as const
export type AuditAction = keyof typeof auditActions

/** Returns undefined for unknown names, because old audit rows may have kinds that the program no longer has. */
const entityOf = (entity: string) => (auditEntities as Record<string, Entity>)[entity]
const actionOf = (action: string) => (auditActions as Record<string, string>)[action]

/** Returns the label of a kind of record. */
export const entityLabelOf = (entity: string) => entityOf(entity)?.label ?? labelOf([entity])

/** Returns the address of an audit row's record; null when it has no screen. */
export function auditLinkOf({ entity, entityID }: { entity: string; entityID: number }): string | null {
  const { screen, only } = entityOf(entity) ?? {}
  if (screen === undefined) return null
  return only ? screen : `${screen}?id=${entityID}`
}

/** Describes a change in one sentence: 'Item RG-0151 changed'. */
export function describeAuditRow({ entity, entityID, subject, action }: AuditSubject): string {
  const name = entityOf(entity)?.only ? [] : [subject ?? `No. ${entityID}`]
  return [entityLabelOf(entity), ...name, actionOf(action) ?? action].join(' ')
}
type AuditSubject = Pick<AuditRow, 'entity' | 'entityID' | 'subject' | 'action'>

export const AuditRow = z
  .object({
    auditID: z.int(),
    at: Moment,
    /** The user who made the change; null when no user made it. */
    userID: ID.nullable(),
    userName: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    entityID: ID,
    /** The name of the changed record, such as an item's code; null when only the record's key is known. */
    subject: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.input<typeof AuditRow>

/** One version of a record, with the fields that it had at that time; null when the record did not exist. */
const Recorded = z.record(z.string(), z.unknown()).nullable()

export const AuditDetails = AuditRow.extend({
  /** The record before the change; null when the change created it. */
  before: Recorded,
  after: Recorded,
  /**
   * The current names of other records that the two versions refer to. The keys of this object look like `locationID
   * 3`.
   */
  names: z.record(z.string(), z.string()),
}).meta({ id: 'AuditDetails' })
export type AuditDetails = z.input<typeof AuditDetails>

const Word = z.string().trim().min(1).max(60)

export const auditTrail = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Lists the changes in the audit trail',
    access: 'audit.read',
    query: listQuery(['auditID'], {
      userID: IDFilter,
      entity: Word.optional(),
      entityID: IDFilter,
      action: Word.optional(),
    }),
    returns: pageOf(AuditRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/audit/:id',
    summary: 'Returns a change with the record before and after it',
    access: 'audit.read',
    returns: answer(AuditDetails),
  }),
}

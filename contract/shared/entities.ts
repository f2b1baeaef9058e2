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

/** Returns undefined for unknown names, because old audit rows may have kinds that the program no longer has. */
export const entityOf = (entity: string) => (auditEntities as Record<string, Entity>)[entity]

/** Returns the label of a kind of record. */
export const entityLabelOf = (entity: string) => entityOf(entity)?.label ?? labelOf([entity])

/** Returns the address of an audit row's record; null when it has no screen. */
export function auditLinkOf({ entity, entityID }: { entity: string; entityID: number }): string | null {
  const { screen, only } = entityOf(entity) ?? {}
  if (screen === undefined) return null
  return only ? screen : `${screen}?id=${entityID}`
}

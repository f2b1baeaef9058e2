/** The roles a user can have, by roleID. */
export const roleNames = { 0: 'Unassigned', 1: 'Admin', 2: 'Manager', 3: 'Staff' } as const
export type RoleID = keyof typeof roleNames
export const roleIDs = [0, 1, 2, 3] as const satisfies RoleID[]

/** The same by name, for code that gives somebody a role. */
export const roleIDOf = { unassigned: 0, admin: 1, manager: 2, staff: 3 } as const satisfies Record<string, RoleID>

/** Whether somebody waits for a role: with this one they may do nothing yet. */
export const isUnassigned = (roleID: RoleID) => roleID === roleIDOf.unassigned

/** The steps of the role ladder, each with the roles that stand on it. */
const ladder = { staff: [1, 2, 3], manager: [1, 2], admin: [1] } as const satisfies Record<string, readonly RoleID[]>

/** Every capability, and the lowest step of the role ladder that has it. Code asks for a capability, never for a role. */
export const capabilities = {
  'adjustments.decide': 'admin',
  'audit.read': 'admin',
  'catalogue.read': 'staff',
  'catalogue.write': 'staff',
  'catalogue.change_prices': 'manager',
  'company.read': 'staff',
  'company.write': 'manager',
  'customer_types.write': 'manager',
  'customers.data': 'admin',
  'demo.manage': 'admin',
  'imports.write': 'staff',
  'imports.undo_any': 'manager',
  'insight.read': 'staff',
  'messages.read': 'staff',
  'orders.decide': 'manager',
  'people.read': 'staff',
  'purchasing.read': 'staff',
  'purchasing.write': 'staff',
  'reminders.write': 'staff',
  'sales.read': 'staff',
  'sales.write': 'staff',
  'sales.discount_freely': 'manager',
  'sales.forfeit': 'manager',
  'sales.price_below': 'manager',
  'sales.refund': 'manager',
  'settings.write': 'manager',
  'stock.read': 'staff',
  'stock.write': 'staff',
  'stock.set_quantity': 'admin',
  'users.manage': 'manager',
  'users.make_admin': 'admin',
  'users.sign_in': 'admin',
  'views.use': 'staff',
  'views.share': 'manager',
} as const satisfies Record<string, keyof typeof ladder>
export type Capability = keyof typeof capabilities

/** An endpoint or a screen requires nothing, a session, or a capability of its caller. */
export type Access = 'public' | 'signedIn' | Capability

/** Whether someone with this role (null: a visitor) has this access. */
export function may(roleID: RoleID | null, access: Access): boolean {
  if (access === 'public') return true
  if (roleID === null) return false
  if (access === 'signedIn') return true
  return (ladder[capabilities[access]] as readonly RoleID[]).includes(roleID)
}

/** The roles that have this access. */
export const rolesThatMay = (access: Access): RoleID[] => roleIDs.filter((roleID) => may(roleID, access))

/** The roles a user can have, by roleID. */
export const roleNames = { 0: 'Unassigned', 1: 'Admin', 2: 'Manager', 3: 'Staff' } as const
export type RoleID = keyof typeof roleNames
export const roleIDs = [0, 1, 2, 3] as const satisfies RoleID[]

/** Role IDs by name, for code that assigns a role. */
export const roleIDOf = { unassigned: 0, admin: 1, manager: 2, staff: 3 } as const satisfies Record<string, RoleID>

/** Whether the role gives no capability. A user has this role until an administrator assigns another one. */
export const isUnassigned = (roleID: RoleID) => roleID === roleIDOf.unassigned

/** The levels of authority, each with the roles that have it. */
const ladder = { staff: [1, 2, 3], manager: [1, 2], admin: [1] } as const satisfies Record<string, readonly RoleID[]>

/** Every capability, with the lowest level that has it. Code checks capabilities and never roles. */
export const capabilities = {
  'adjustments.decide': 'admin',
  'audit.read': 'admin',
  'books.close': 'admin',
  'buyers.part': 'manager',
  'certificates.read': 'staff',
  'certificates.issue': 'staff',
  /** Takes a certificate back, or replaces it by another one. */
  'certificates.revoke': 'manager',
  'catalogue.read': 'staff',
  'catalogue.write': 'staff',
  'catalogue.change_prices': 'manager',
  'costs.hide': 'admin',
  /** Sees costs and profits even while they are hidden from Staff. */
  'costs.read_hidden': 'manager',
  'company.read': 'staff',
  'company.write': 'manager',
  'credit.give': 'manager',
  'customer_types.write': 'manager',
  'customers.data': 'admin',
  'demo.manage': 'admin',
  /** Enrolls browsers in which the staff sign in with PINs, and removes PINs. */
  'devices.manage': 'manager',
  /** Opens, counts and closes drawers, and enters cash that comes in and goes out. */
  'drawers.use': 'staff',
  'drawers.manage': 'manager',
  /** Sees what a drawer should hold before it is counted. */
  'drawers.read_expected': 'manager',
  /** Takes much cash out, and closes a drawer with a large difference. */
  'drawers.approve': 'manager',
  /** Chooses what visitors see of the gold in a price. */
  'gold.show': 'admin',
  /** Sets for how long a deposit keeps a price by the rate. */
  'gold.keep_prices': 'admin',
  'gold_rates.read': 'staff',
  'gold_rates.write': 'staff',
  /** Enters a rate that differs from the last by more than 20 %. */
  'gold_rates.jump': 'manager',
  'imports.write': 'staff',
  'imports.undo_any': 'manager',
  'insight.read': 'staff',
  /** Gives programs access to the API. */
  'integrations.manage': 'admin',
  'lives.read': 'staff',
  /** Plans and hosts lives, and notes and decides claims. */
  'lives.host': 'staff',
  /** Marks buyers as *deposit first* or *not served*. */
  'lives.mark_buyers': 'manager',
  'messages.read': 'staff',
  'orders.decide': 'manager',
  /** Sees and changes the accounts into which buyers pay. */
  'pay_accounts.manage': 'admin',
  /** Reads the payment proofs of buyers, and their pictures. */
  'proofs.read': 'staff',
  'proofs.decide': 'staff',
  /** Approves a reference that was used before. */
  'proofs.override': 'admin',
  /** Sets from which amount a second person approves, and how long pictures are kept. */
  'proofs.set_up': 'admin',
  /** Undoes a wrong approval. */
  'proofs.undo': 'manager',
  'people.read': 'staff',
  'purchasing.read': 'staff',
  'purchasing.write': 'staff',
  /** Completes a receiving without a purchase order, or at other costs than ordered. */
  'purchasing.receive_freely': 'manager',
  'reminders.write': 'staff',
  'sales.read': 'staff',
  'sales.write': 'staff',
  'sales.discount_freely': 'manager',
  'sales.forfeit': 'manager',
  'sales.price_below': 'manager',
  /** Decides about a kept price whose last day is over. */
  'sales.decide_price': 'manager',
  'sales.refund': 'manager',
  'sales.return_deposit': 'manager',
  'sales.correct_later': 'manager',
  'settings.write': 'manager',
  'shop.empty': 'admin',
  'stock.read': 'staff',
  'stock.write': 'staff',
  /** Keeps an item by piece, which is final. */
  'stock.by_piece': 'manager',
  'stock.open': 'manager',
  'stock.repair': 'manager',
  'stock.revalue': 'manager',
  'stock.set_quantity': 'admin',
  'system.manage': 'admin',
  'tax.write': 'admin',
  'trade_ins.read': 'staff',
  'trade_ins.write': 'staff',
  /** Offers more than the reckoned sum. */
  'trade_ins.offer_more': 'manager',
  'trade_ins.return': 'manager',
  'users.manage': 'manager',
  'users.make_admin': 'admin',
  'users.sign_in': 'admin',
  'views.use': 'staff',
  'views.share': 'manager',
} as const satisfies Record<string, keyof typeof ladder>
export type Capability = keyof typeof capabilities

/**
 * The capabilities that a session never has if a PIN opened it: users, accounts, exports, imports and settings need a
 * sign-in with a password.
 */
export const needPassword: ReadonlySet<Access> = new Set<Capability>([
  'audit.read',
  'books.close',
  'company.write',
  'costs.hide',
  'customers.data',
  'demo.manage',
  'devices.manage',
  'drawers.manage',
  'gold.keep_prices',
  'gold.show',
  'imports.undo_any',
  'imports.write',
  'integrations.manage',
  'pay_accounts.manage',
  'proofs.set_up',
  'settings.write',
  'shop.empty',
  'system.manage',
  'tax.write',
  'users.make_admin',
  'users.manage',
  'users.sign_in',
])

/** The access that an endpoint or screen requires: nothing, a session, or a capability. */
export type Access = 'public' | 'signedIn' | Capability

/** Whether a user with this role has this access. A null role means a visitor. */
export function may(roleID: RoleID | null, access: Access): boolean {
  if (access === 'public') return true
  if (roleID === null) return false
  if (access === 'signedIn') return true
  return (ladder[capabilities[access]] as readonly RoleID[]).includes(roleID)
}

/** Returns the roles that have this access. */
export const rolesThatMay = (access: Access): RoleID[] => roleIDs.filter((roleID) => may(roleID, access))

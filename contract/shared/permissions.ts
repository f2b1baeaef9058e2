/** The roles a user can have, by roleID. */
export const roleNames = { 0: 'Unassigned', 1: 'Admin', 2: 'Manager', 3: 'Staff' } as const
export type RoleID = keyof typeof roleNames
export const roleIDs = [0, 1, 2, 3] as const satisfies RoleID[]

/** Who may call an endpoint or open a screen, from anyone to administrators alone. */
export type Access = 'public' | 'signedIn' | 'staff' | 'manager' | 'admin'

const allowed: Record<Access, readonly (RoleID | null)[]> = {
  public: [null, 0, 1, 2, 3],
  signedIn: [0, 1, 2, 3],
  staff: [1, 2, 3],
  manager: [1, 2],
  admin: [1],
}

/** Whether someone with this role (null: a stranger) is let in. */
export const may = (roleID: RoleID | null, access: Access) => allowed[access].includes(roleID)

import type { UserRow } from '../../../contract/users.ts'
import { currentAccount, keepAccount } from '../../lib/session.ts'

export const nameOf = (user: UserRow) => `${user.firstName} ${user.lastName}`.trim()

/** What is changed of oneself among the users is what the top bar shows, and what one may do, from now on. */
export function keepOwnChanges(user: UserRow) {
  const me = currentAccount()
  if (me?.userID !== user.userID) return
  const { roleID, roleName, email } = user
  keepAccount({ ...me, roleID, roleName, email, name: nameOf(user), photo: user.image_url })
}

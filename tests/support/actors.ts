import { type RoleID, roleNames } from '../../contract/shared/permissions.ts'
import { transact } from '../../server/db/transaction.ts'
import type { Actor, Context, DeviceUser, Person } from '../../server/kernel/context.ts'
import type { Db } from '../../server/kernel/database.ts'

/** Returns a signed-in person of this role, from the users of `testApp`. */
export const personOf = (users: ReadonlyMap<RoleID, number>, roleID: RoleID): Person => ({
  kind: 'person',
  userID: users.get(roleID)!,
  roleID,
  seesCosts: true,
  blindCounts: [],
  name: `Test ${roleNames[roleID]}`,
  sessionID: 1,
  signedInAt: new Date(),
  token: '',
})

/** Returns the same person as the user of an enrolled device. */
export const atDevice = (person: Person): DeviceUser => ({ ...person, kind: 'device', deviceID: 1 })

/** Runs operations as this actor, each in a transaction of its own, as `serve` does for a write. */
export const actingAs =
  <A extends Actor>(db: Db, actor: A) =>
  <T>(operation: (context: Context<A>) => Promise<T>): Promise<T> =>
    transact(db, (tx) =>
      operation({ db: tx, actor, now: new Date(), client: { address: '192.0.2.1', agent: 'tests' } }),
    )

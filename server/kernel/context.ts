import { type Access, may, type RoleID } from '../../contract/shared/permissions.ts'
import type { Db, Tx } from './database.ts'
import { AppError } from './errors.ts'

/** A person of the staff: `token` is the call's own, `signedInAt` is when its session began. */
export type Person = {
  kind: 'person'
  userID: number
  roleID: RoleID
  name: string
  sessionID: number
  signedInAt: Date
  token: string
}
/** A person at a device that the shop enrolled, such as a till. */
export type DeviceUser = Omit<Person, 'kind'> & { kind: 'device'; deviceID: number }
export type SignedIn = Person | DeviceUser
/** A buyer, known by the link to one order. */
export type Buyer = { kind: 'buyer'; linkID: number }
/** The shop itself: scheduled work and imports of its own. */
export type Shop = { kind: 'shop' }
/** A visitor of the public site. */
export type Visitor = { kind: 'visitor' }

export type Actor = SignedIn | Buyer | Shop | Visitor

export const shopItself: Shop = { kind: 'shop' }
export const visitor: Visitor = { kind: 'visitor' }

/** Everything an operation knows: the database (a transaction when it writes), the actor and the time. */
export type Context<A extends Actor = Actor> = {
  db: Db | Tx
  actor: A
  now: Date
  /** The caller's address, its program, and the shop's own address that it called. */
  client: { address: string; agent: string; origin?: string | undefined }
  /** Aborted when the connection closes, with or without a complete answer. */
  gone?: AbortSignal
}

export const isSignedIn = (actor: Actor): actor is SignedIn => actor.kind === 'person' || actor.kind === 'device'

/** The user behind an actor; null for a buyer, a visitor and the shop itself. */
export const userIDOf = (actor: Actor): number | null => (isSignedIn(actor) ? actor.userID : null)

/** Whether an actor has this access. The shop itself has every access; buyers and visitors have what is public. */
export const mayAct = (actor: Actor, access: Access): boolean =>
  actor.kind === 'shop' || may(isSignedIn(actor) ? actor.roleID : null, access)

/** Throws 403 where a signed-in actor lacks this access, and 401 where any other does. */
export function assertAccess(actor: Actor, access: Access) {
  if (mayAct(actor, access)) return
  throw isSignedIn(actor)
    ? new AppError('access.denied', 'You may not do this')
    : new AppError('auth.required', 'Please sign in')
}

import { type Access, may, needPassword, type RoleID } from '../../contract/shared/permissions.ts'
import { lentCapabilities } from '../../contract/shared/rights/lent-capabilities.ts'
import type { Db, Tx } from './database.ts'
import { AppError } from './errors.ts'

/** A drawer that is being counted, with its session. */
export type BlindCount = { drawerSessionID: number; drawerID: number; drawerName: string }
/** A signed-in member of staff. `token` authenticates this request; `signedInAt` is the start of its session. */
export type Person = {
  kind: 'person'
  userID: number
  roleID: RoleID
  /** Whether the shop shows costs and profits to this user. */
  seesCosts: boolean
  /** The drawers that are being counted, if they are counted blind by this user. */
  blindCounts: readonly BlindCount[]
  name: string
  sessionID: number
  signedInAt: Date
  token: string
  /** The Manager who approved this call by a PIN; missing without an approval. */
  approval?: Approval
}
/** A Manager's approval of one call. It lends the capabilities of `lentCapabilities`. */
export type Approval = { approverID: number }
/** A member of staff whose session was opened by a PIN, at a device that the shop enrolled, such as a till. */
export type DeviceUser = Omit<Person, 'kind'> & { kind: 'device'; deviceID: number }
/** Someone with a session. */
export type InSession = Person | DeviceUser
/** A program with an API token. It has the rights of the user who created the token, for the calls that it is allowed. */
export type Program = Pick<Person, 'userID' | 'roleID' | 'seesCosts' | 'blindCounts' | 'name'> & {
  kind: 'program'
  tokenID: number
  operations: ReadonlySet<string>
}
/** Someone who acts as a user of the shop. */
export type SignedIn = InSession | Program
/** A buyer, identified by the link to one order. */
export type Buyer = { kind: 'buyer'; linkID: number }
/** The shop itself, for scheduled work and for imports that no person starts. */
export type Shop = { kind: 'shop' }
/** A visitor of the public site, or somebody whose session is locked until the next PIN. */
export type Visitor = { kind: 'visitor'; isLocked?: true }

export type Actor = SignedIn | Buyer | Shop | Visitor

export const shopItself: Shop = { kind: 'shop' }
export const visitor: Visitor = { kind: 'visitor' }
export const lockedOut: Visitor = { kind: 'visitor', isLocked: true }

/**
 * The context of an operation: its database, its actor and the time. `db` is a transaction when the operation writes.
 */
export type Context<A extends Actor = Actor> = {
  db: Db | Tx
  actor: A
  now: Date
  /**
   * The IP address and the user agent of the caller, the origin under which it reached the shop, and its own name for
   * this call, by which a page knows the events of its own changes.
   */
  client: {
    address: string
    agent: string
    origin?: string | undefined
    callID?: string | undefined
    /** The token of an enrolled browser, from its cookie. */
    deviceToken?: string | undefined
    /** Gives the browser the cookie of a device with the response. */
    keepDevice?: (token: string) => void
  }
  /** This signal aborts when the caller's connection closes, even before the response is complete. */
  gone?: AbortSignal
}

/** Returns the context of scheduled work, with the shop itself as the actor. */
export const shopContext = (db: Db | Tx, now: Date): Context<Shop> => ({
  db,
  actor: shopItself,
  now,
  client: { address: '', agent: '' },
})

export const isSignedIn = (actor: Actor): actor is SignedIn => isInSession(actor) || actor.kind === 'program'

export const isInSession = (actor: Actor): actor is InSession => actor.kind === 'person' || actor.kind === 'device'

/** Returns the key of the actor's session; null for an actor without one. */
export const sessionIDOf = (actor: Actor): number | null => (isInSession(actor) ? actor.sessionID : null)

/** Returns the key of the API token with which a program acts; null for any other actor. */
export const apiTokenIDOf = (actor: Actor): number | null => (actor.kind === 'program' ? actor.tokenID : null)

/** Returns the key of the actor's user; null for a buyer, a visitor and the shop itself. */
export const userIDOf = (actor: Actor): number | null => (isSignedIn(actor) ? actor.userID : null)

/** Returns the key of the Manager who approved this call; null without an approval. */
export const approverIDOf = (actor: Actor): number | null =>
  (isInSession(actor) ? actor.approval?.approverID : undefined) ?? null

/**
 * Whether an actor has this access. The shop itself has every access; buyers and visitors have only public access. A
 * session that a PIN opened lacks some capabilities, and a Manager's approval lends some.
 */
export function mayAct(actor: Actor, access: Access): boolean {
  if (actor.kind === 'shop') return true
  if (actor.kind === 'device' && needPassword.has(access)) return false
  const isLent = approverIDOf(actor) !== null && lentCapabilities.has(access)
  return isLent || may(isSignedIn(actor) ? actor.roleID : null, access)
}

/** Whether the actor sees what goods cost and earn. */
export const seesCosts = (actor: Actor): boolean => actor.kind === 'shop' || (isSignedIn(actor) && actor.seesCosts)

/** The refusal of a call for which a session that a PIN opened is not enough. */
export const needsPasswordError = () => new AppError('pin.not_enough', 'Sign in with your password for this')

/** Returns the drawers that the actor counts blind; none for a buyer, a visitor and the shop itself. */
export const blindCountsOf = (actor: Actor): readonly BlindCount[] => (isSignedIn(actor) ? actor.blindCounts : [])

/** Throws 403 when a signed-in actor lacks this access, and 401 when any other actor lacks it. */
export function assertAccess(actor: Actor, access: Access) {
  if (mayAct(actor, access)) return
  if (actor.kind === 'device' && may(actor.roleID, access)) throw needsPasswordError()
  if (actor.kind === 'visitor' && actor.isLocked)
    throw new AppError('session.locked', 'This screen is locked: enter your PIN')
  throw isSignedIn(actor)
    ? new AppError('access.denied', 'You may not do this')
    : new AppError('auth.required', 'Please sign in')
}

import { useSyncExternalStore } from 'react'

import type { Account } from '../../contract/people/account.ts'
import { type Access, may as mayRole, needPassword } from '../../contract/shared/permissions.ts'
import { countStoredDrafts, deleteStoredDrafts } from './draftDeletion.ts'

const key = 'account'
const returnKey = 'returnTo'
const listeners = new Set<() => void>()
let cachedText: string | null = null
let cachedAccount: Account | null = null

/** Returns the signed-in user as stored in local storage under `account`, or null. */
export function currentAccount(): Account | null {
  const text = localStorage.getItem(key)
  if (text !== cachedText) {
    cachedText = text
    cachedAccount = parseAccount(text)
  }
  return cachedAccount
}

/** Subscribes to sign-in and sign-out, in other tabs too. Returns null on the server. */
export const useAccount = () => useSyncExternalStore(onAccountChange, currentAccount, () => null)

export function storeAccount(account: Account) {
  localStorage.setItem(key, JSON.stringify(account))
  notifyListeners()
}

function forgetAccount() {
  localStorage.removeItem(key)
  notifyListeners()
}

/**
 * The session storage key of the draft at the till of a tab. Version 1.0.0 stored all drafts of the user in local
 * storage by this key.
 */
export const unsavedSalesKeyOf = (userID: number | undefined) => `unsaved sales ${userID ?? 0}`

let hasDraftInMemory = () => false
/** Registers the question whether the till of this page has unsaved sales, even if the browser refuses to store them. */
export function onUnsavedQuestion(ask: () => boolean) {
  hasDraftInMemory = ask
}

/** Whether signing out would lose unsaved sales. */
export async function hasUnsavedSales(): Promise<boolean> {
  const userID = currentAccount()?.userID ?? 0
  // Drafts of version 1.0.0 remain in local storage until the till moves them.
  const unmoved = localStorage.getItem(unsavedSalesKeyOf(userID)) ?? '[]'
  return unmoved !== '[]' || hasDraftInMemory() || (await countStoredDrafts(userID)) > 0
}

/**
 * Signs out and removes the user's drafts from every tab. The chosen appearance remains. `endOnServer` sends the call
 * that ends the session. The account is forgotten in the same moment, before the server can refuse another call of a
 * screen: such a refusal would look like a session that has expired. The user is signed out of this browser even when
 * the server cannot be reached.
 */
export async function signOut(endOnServer: () => Promise<unknown>) {
  const userID = currentAccount()?.userID ?? 0
  // The till stores its waiting draft now, so that it does not do so after the deletion.
  storeDrafts()
  await deleteStoredDrafts(userID)
  localStorage.removeItem(unsavedSalesKeyOf(userID))
  sessionStorage.clear()
  endOnServer().catch(() => {})
  forgetAccount()
}

/** Whether the role and the session of the user allow the access. The server checks it again on every call. */
export const may = (account: Account | null, access: Access) =>
  mayRole(account?.roleID ?? null, access) && !(account?.byPin && needPassword.has(access))

/** Stores the account of another person who goes on at this screen. The person before keeps the drafts. */
export function changePerson(account: Account) {
  storeDrafts()
  storeAccount(account)
}

let storeDrafts = () => {}
/** Registers a callback that runs before an expired session is cleared, so that it can store drafts. */
export function onSessionEnd(keep: () => void) {
  storeDrafts = keep
}

/** Clears an expired session and remembers the current page for the next sign-in. */
export function endSession() {
  storeDrafts()
  sessionStorage.setItem(returnKey, location.pathname + location.search)
  forgetAccount()
}

/** Whether the next sign-in should return to the page where a session expired. */
export const hasReturnPath = () => sessionStorage.getItem(returnKey) !== null

/** Returns the path to open after signing in, and forgets it. */
export function takeReturnPath(otherwise: string): string {
  const path = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return path ?? otherwise
}

function parseAccount(text: string | null): Account | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    const isComplete = typeof value === 'object' && value !== null && 'token' in value && 'roleID' in value
    return isComplete ? (value as Account) : null
  } catch {
    return null // Treat an invalid entry as signed out.
  }
}

/** Calls `listener` on sign-in or sign-out in any tab, and when a page returns from the back-forward cache. */
export function onAccountChange(listener: () => void) {
  listeners.add(listener)
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    if (localStorage.getItem(key) === null) sessionStorage.clear()
    listener()
  }
  // On Back, the browser can restore a page from its cache. That page has missed every event since the user left it.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
  }
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

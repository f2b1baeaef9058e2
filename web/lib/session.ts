import { useSyncExternalStore } from 'react'

import type { Account } from '../../contract/people/account.ts'
import { type Access, may as mayRole } from '../../contract/shared/permissions.ts'

const key = 'account'
const returnKey = 'returnTo'
const listeners = new Set<() => void>()
let keptText: string | null = null
let kept: Account | null = null

/** The signed-in user as the sign-in answered it (kept in local storage under `account`), or null. */
export function currentAccount(): Account | null {
  const text = localStorage.getItem(key)
  if (text !== keptText) {
    keptText = text
    kept = parse(text)
  }
  return kept
}

/** Follows signing in and out, in other tabs too. On the server nobody is signed in. */
export const useAccount = () => useSyncExternalStore(onAccountChange, currentAccount, () => null)

export function keepAccount(account: Account) {
  localStorage.setItem(key, JSON.stringify(account))
  notify()
}

function forgetAccount() {
  localStorage.removeItem(key)
  notify()
}

/** Where this browser keeps the sales that a user has typed and not saved: the only work of theirs that it keeps. */
export const unsavedSalesOf = (userID: number | undefined) => `unsaved sales ${userID ?? 0}`

/** Whether signing out would lose sales that are typed and not saved. */
export function hasUnsavedSales(): boolean {
  const kept = localStorage.getItem(unsavedSalesOf(currentAccount()?.userID))
  return kept !== null && kept !== '[]'
}

/** Signing out: of the user's work nothing stays in this browser, in no tab. How it looks stays. */
export function signOut() {
  localStorage.removeItem(unsavedSalesOf(currentAccount()?.userID))
  sessionStorage.clear()
  forgetAccount()
}

/** Whether the signed-in user's role is let in; the server decides anew on every call. */
export const may = (account: Account | null, access: Access) => mayRole(account?.roleID ?? null, access)

let lastWord = () => {}
/** What is still to be kept in this browser when the session ends under us, before nobody is signed in any more. */
export function beforeSessionEnds(keep: () => void) {
  lastWord = keep
}

/** The session ended under us: remembers where we were, for after the next sign-in. */
export function sessionEnded() {
  lastWord()
  sessionStorage.setItem(returnKey, location.pathname + location.search)
  forgetAccount()
}

/** Whether a sign-in should lead back to where a session ended. */
export const wasCutOff = () => sessionStorage.getItem(returnKey) !== null

/** Where to go after signing in; forgets it. */
export function takeReturnPath(otherwise: string): string {
  const path = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return path ?? otherwise
}

function parse(text: string | null): Account | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    const whole = typeof value === 'object' && value !== null && 'token' in value && 'roleID' in value
    return whole ? (value as Account) : null
  } catch {
    return null // Not ours, or spoiled: as good as signed out.
  }
}

/** Calls back when somebody signs in or out, here or in another tab, and when a page that was left comes back as it was. */
export function onAccountChange(listener: () => void) {
  listeners.add(listener)
  const otherTab = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    if (localStorage.getItem(key) === null) sessionStorage.clear()
    listener()
  }
  // Browsers keep a page that was left, and show it again for Back; it has not heard what happened meanwhile.
  const shownAgain = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  addEventListener('storage', otherTab)
  addEventListener('pageshow', shownAgain)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', otherTab)
    removeEventListener('pageshow', shownAgain)
  }
}

function notify() {
  for (const listener of listeners) listener()
}

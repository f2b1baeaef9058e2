import { useState } from 'react'

import type { Account } from '../../contract/people/account.ts'
import { pageSizes } from '../../contract/shared/answers.ts'
import { currentAccount, useAccount } from '../lib/session.ts'

/** Reads, stores and forgets a small setting in this browser, separately for each user. */
export function useRemembered<T>(name: string, initial: T, valid: (value: unknown) => value is T) {
  const key = storageKeyOf(name, useAccount())
  const [value, setValue] = useState<T>(() => readStored(key, valid) ?? initial)
  function remember(next: T) {
    setValue(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  function forget() {
    setValue(initial)
    localStorage.removeItem(key)
  }
  return [value, remember, forget] as const
}

/** Returns the page size of lists in this browser, and a setter. */
export const usePageSize = () => useRemembered<number>(pageSize, usualPageSize, isPageSize)
/** Returns the stored page size outside of a component. */
export const readPageSize = () => readStored(storageKeyOf(pageSize, currentAccount()), isPageSize) ?? usualPageSize

const pageSize = 'pageSize'
const usualPageSize = 10
const isPageSize = (value: unknown): value is number => pageSizes.some((size) => size === value)

const storageKeyOf = (name: string, account: Account | null) => `${name} ${account?.userID ?? 0}`

function readStored<T>(key: string, valid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return valid(value) ? value : null
  } catch {
    return null // Treat an invalid entry as absent.
  }
}

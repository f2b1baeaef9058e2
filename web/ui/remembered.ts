import { useState } from 'react'

import type { Account } from '../../contract/people/account.ts'
import { pageSizes } from '../../contract/shared/answers.ts'
import { currentAccount, useAccount } from '../lib/session.ts'

/** A small choice that this browser remembers for the signed-in user. */
export function useRemembered<T>(name: string, initial: T, valid: (value: unknown) => value is T) {
  const key = keyOf(name, useAccount())
  const [value, setValue] = useState<T>(() => stored(key, valid) ?? initial)
  function remember(next: T) {
    setValue(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [value, remember] as const
}

/** How many rows of a list this browser shows at once. */
export const usePageSize = () => useRemembered<number>(pageSize, usualPageSize, isPageSize)
/** The same, where no component is. */
export const keptPageSize = () => stored(keyOf(pageSize, currentAccount()), isPageSize) ?? usualPageSize

const pageSize = 'pageSize'
const usualPageSize = 10
const isPageSize = (value: unknown): value is number => pageSizes.some((size) => size === value)

const keyOf = (name: string, account: Account | null) => `${name} ${account?.userID ?? 0}`

function stored<T>(key: string, valid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return valid(value) ? value : null
  } catch {
    return null // Spoiled: as good as never chosen.
  }
}

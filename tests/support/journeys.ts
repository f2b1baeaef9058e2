import { randomInt, randomUUID } from 'node:crypto'

import type { Account } from '../../contract/people/account.ts'
import type { RoleID } from '../../contract/shared/permissions.ts'

// All browser journeys share these helpers: users, prepared rows, and unique names.

export const password = 'a password of the journeys'

/** Creates and signs in a user of that role. The administrator creates it, because signing up is throttled. */
export async function newAccount(role: RoleID): Promise<Account> {
  const username = unique('user')
  const email = `${username}@journeys.example`
  const admin = (signedInAdmin ??= api<Account>(null, 'POST', '/api/v1/login', {
    email: process.env['ADMIN_EMAIL'],
    password: process.env['ADMIN_PASSWORD'],
  }))
  const name = { firstName: 'Tester', lastName: username.slice(-8) }
  await api(await admin, 'POST', '/api/v1/users', { ...name, username, email, password, roleID: role, status: true })
  return api<Account>(null, 'POST', '/api/v1/login', { email, password })
}
let signedInAdmin: Promise<Account> | undefined

/**
 * Calls the API directly as a user, to prepare data for a journey. Each call has its own address, because the shop limits
 * the questions from one.
 */
export async function api<T>(account: Account | null, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${process.env['SHOP_URL']}${path}`, {
    method,
    headers: {
      'x-forwarded-for': `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`,
      ...(account && { authorization: `Bearer ${account.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}

/** Returns a name that no other test uses. */
export const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`.replace(/^user /, 'user-')

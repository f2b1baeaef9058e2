// Proves that the operations on users and accounts work without HTTP, and refuse actors that may not do them.
import { and, asc, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import type { RoleID } from '../../contract/shared/permissions.ts'
import { actingAs, atDevice, personOf } from '../../tests/support/actors.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { notification } from '../db/schema/messages.ts'
import { session, user } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'
import type { Pictures } from '../files/pictures.ts'
import { type Actor, type Context, shopItself, userIDOf, visitor } from '../kernel/context.ts'
import { register, signInByLink, signInByPassword } from './account.operations.ts'
import { createUser, issueSignInLink, type PasswordChanged, setUserPassword, updateUser } from './users.operations.ts'

const { db, users } = await testApp()
const person = (roleID: RoleID) => personOf(users, roleID)
const as = (actor: Actor) => actingAs(db, actor)
const pictures: Pictures = { store: async () => [], png: async () => null, jpeg: async () => null, show: () => {} }
const passwordChanged: PasswordChanged = async () => {}
const links = { publicUrl: 'https://shop.example', hasMailServer: false }

let made = 0
const newUser = (roleID: RoleID) => {
  const username = `user${++made}`
  const person = { firstName: 'Liza', middleName: null, lastName: 'Cruz', phoneNumber: null, address: null }
  return { ...person, username, email: `${username}@alahas.test`, birthday: null, roleID, status: true }
}
const password = 'a long password'
const trailOf = async (userID: number) =>
  (
    await db
      .select()
      .from(audit)
      .where(and(eq(audit.entity, 'user'), eq(audit.entityID, userID)))
      .orderBy(asc(audit.auditID))
  ).map(({ action, userID: by }) => [action, by])

test.each<[name: string, actor: Actor]>([
  ['an administrator', person(1)],
  ['the shop itself', shopItself],
])('lets %s create a user, set its password and deactivate it', async (_, actor) => {
  const input = newUser(3)
  const { userID } = await as(actor)((context) => createUser(context, pictures, { ...input, password }, []))
  const signedIn = await as(visitor)((context) => signInByPassword(context, { email: input.email, password }))
  expect(signedIn).toMatchObject({ userID, roleID: 3, name: 'Liza Cruz' })

  const changed = vi.fn<PasswordChanged>(passwordChanged)
  await as(actor)((context) => setUserPassword(context, userID, 'another password', changed))
  expect(changed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ email: input.email }))
  expect(await db.$count(session, eq(session.userID, userID))).toBe(0)
  const { link } = await as(actor)((context) => issueSignInLink(context, userID, links))
  await as(visitor)((context) => signInByLink(context, link.split('#link=')[1]!))
  expect(await db.$count(session, eq(session.userID, userID))).toBe(1)

  await as(actor)((context) => updateUser(context, pictures, userID, { ...input, status: false }, []))
  expect(await db.$count(session, eq(session.userID, userID))).toBe(0)
  expect(await trailOf(userID)).toEqual(
    ['create', 'set password', 'make sign-in link', 'update'].map((action) => [action, userIDOf(actor)]),
  )
})

test('registers a visitor, and notifies the users who can assign a role', async () => {
  const email = 'pia@alahas.test'
  const { userID, roleID } = await as(visitor)((context) => register(context, { name: 'Pia Reyes', email, password }))
  expect(roleID).toBe(0)
  const told = await db
    .select()
    .from(notification)
    .where(eq(notification.userID, users.get(2)!))
  expect(told.map(({ message }) => message)).toEqual(['Pia Reyes has registered: the account waits for a role'])
  expect(await trailOf(userID)).toEqual([['register', null]])
})

test.each<[name: string, actor: Actor, code: string]>([
  ['staff', person(3), 'access.denied'],
  ['an administrator whose PIN opened the session', atDevice(person(1)), 'pin.not_enough'],
  ['a buyer', { kind: 'buyer', linkID: 1 }, 'auth.required'],
  ['a visitor', visitor, 'auth.required'],
])('refuses every operation on users to %s', async (_, actor, code) => {
  const everything = async () => [await db.select().from(user).orderBy(asc(user.userID)), await db.$count(audit)]
  const before = await everything()
  const userID = users.get(3)!
  const operations: ((context: Context) => Promise<unknown>)[] = [
    (context) => createUser(context, pictures, { ...newUser(3), password }, []),
    (context) => updateUser(context, pictures, userID, newUser(3), []),
    (context) => setUserPassword(context, userID, password, passwordChanged),
    (context) => issueSignInLink(context, userID, links),
  ]
  for (const operation of operations) await expect(as(actor)(operation)).rejects.toMatchObject({ code })
  expect(await everything()).toEqual(before)
})

test('refuses a manager who creates or changes administrators, or signs others in', async () => {
  const as2 = as(person(2))
  const creation = as2((context) => createUser(context, pictures, { ...newUser(1), password }, []))
  await expect(creation).rejects.toMatchObject({ code: 'account.admin_only' })
  const update = as2((context) => updateUser(context, pictures, users.get(1)!, newUser(3), []))
  await expect(update).rejects.toMatchObject({ code: 'account.admin_only' })
  const setting = as2((context) => setUserPassword(context, users.get(3)!, password, passwordChanged))
  await expect(setting).rejects.toMatchObject({ code: 'access.denied' })
})

import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { storeFirstSignIn } from './first-sign-in.ts'

const file = join(tmpdir(), `alahas-first-${randomUUID()}.txt`)
afterAll(() => rm(file, { recursive: true, force: true }))

const { app, as } = await testApp({ firstSignInFile: file })
const admin = as(1)
const password = 'made up at the start'
const fileExists = () =>
  readFile(file, 'utf8').then(
    () => true,
    () => false,
  )

let next = 0
/** Creates an administrator with its own sign-in, and returns a function that updates its profile. */
async function administrator() {
  const email = `boss${++next}@shop.example`
  const person = { firstName: 'Ana', lastName: 'Cruz', username: `boss${next}`, roleID: 1 }
  const { userID } = (await admin('POST', '/api/v1/users', { ...person, email, password })).body.data
  const signIn = await app.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password } })
  let { token } = signIn.json()
  const update = async (payload: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method: 'PUT', url: '/api/users/updateProfile', headers, payload })
    token = answer.json().token ?? token
    return answer.statusCode
  }
  return { userID, email, name: 'Ana Cruz', update }
}
const boss = await administrator()
const other = await administrator()
beforeEach(() => storeFirstSignIn(file, { email: boss.email.toUpperCase(), password: `${password}!` }))

test('deletes the file when its user sets another password, and keeps it after another name or e-mail', async () => {
  const { name, email, update } = await administrator()
  await storeFirstSignIn(file, { email, password })
  expect(await update({ name: 'Ana Maria Cruz', email })).toBe(200)
  expect(await update({ name, email: `new.${email}` })).toBe(200)
  expect(await fileExists()).toBe(true)
  expect(await update({ name, email: `new.${email}`, password: '12345' })).toBe(400)
  expect(await fileExists()).toBe(true)
  // The stored password identifies the user whose e-mail has changed.
  expect(await update({ name, email: `new.${email}`, password: 'one of my own' })).toBe(200)
  expect(await fileExists()).toBe(false)
})

test('deletes the file when an administrator sets its user’s password, and keeps it for other users', async () => {
  expect(await other.update({ name: other.name, email: other.email, password: 'another1' })).toBe(200)
  expect((await admin('PUT', `/api/v1/users/${other.userID}/password`, { password: 'another2' })).status).toBe(200)
  expect(await fileExists()).toBe(true)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: '12345' })).status).toBe(400)
  expect(await fileExists()).toBe(true)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: 'another3' })).status).toBe(200)
  expect(await fileExists()).toBe(false)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: 'another4' })).status).toBe(200)
})

test('allows a new password while the file cannot be read', async () => {
  await rm(file)
  await mkdir(file)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: 'another5' })).status).toBe(200)
  await rm(file, { recursive: true })
})

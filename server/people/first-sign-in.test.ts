import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { keepFirstSignIn } from './first-sign-in.ts'

const file = join(tmpdir(), `alahas-first-${randomUUID()}.txt`)
afterAll(() => rm(file, { recursive: true, force: true }))

const { app, as } = await testApp({ firstSignInFile: file })
const admin = as(1)
const password = 'made up at the start'
const kept = () =>
  readFile(file, 'utf8').then(
    () => true,
    () => false,
  )

let next = 0
/** An administrator with a sign-in of their own, and how they change their profile. */
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
beforeEach(() => keepFirstSignIn(file, { email: boss.email.toUpperCase(), password: `${password}!` }))

test('goes once whom it names sets another password, and not for another name or e-mail', async () => {
  const { name, email, update } = await administrator()
  await keepFirstSignIn(file, { email, password })
  expect(await update({ name: 'Ana Maria Cruz', email })).toBe(200)
  expect(await update({ name, email: `new.${email}` })).toBe(200)
  expect(await kept()).toBe(true)
  expect(await update({ name, email: `new.${email}`, password: '12345' })).toBe(400)
  expect(await kept()).toBe(true)
  // Known by the password, where the e-mail has moved on.
  expect(await update({ name, email: `new.${email}`, password: 'one of my own' })).toBe(200)
  expect(await kept()).toBe(false)
})

test('goes once an administrator sets that user’s password, and stays for everybody else’s', async () => {
  expect(await other.update({ name: other.name, email: other.email, password: 'another1' })).toBe(200)
  expect((await admin('PUT', `/api/v1/users/${other.userID}/password`, { password: 'another2' })).status).toBe(200)
  expect(await kept()).toBe(true)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: '12345' })).status).toBe(400)
  expect(await kept()).toBe(true)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: 'another3' })).status).toBe(200)
  expect(await kept()).toBe(false)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: 'another4' })).status).toBe(200)
})

test('a file that cannot be read keeps nobody from another password', async () => {
  await rm(file)
  await mkdir(file)
  expect((await admin('PUT', `/api/v1/users/${boss.userID}/password`, { password: 'another5' })).status).toBe(200)
  await rm(file, { recursive: true })
})

// Proves that only an administrator with the password changes an account into which buyers pay, that each change is
// in the audit trail and told to every administrator, and that two who change at once do not lose a change.
import { and, desc, eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { activeAccountsAtMost } from '../../../contract/pay-accounts/pay-account-rules.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { notification } from '../../db/schema/messages.ts'
import { payAccount } from '../../db/schema/money.ts'
import { attempt, user } from '../../db/schema/people.ts'
import { audit } from '../../db/schema/shared.ts'
import { hashPassword } from '../../people/passwords.ts'
import { insertUser } from '../../people/users.operations.ts'
import { listShownAccounts } from './pay-accounts.queries.ts'

const { db, as, users } = await testApp({ connections: 10 })
const admin = as(1)
const path = '/api/v1/pay-accounts'
const password = { currentPassword: 'right as rain' }
await db.update(user).set({ passwordHash: await hashPassword(password.currentPassword) })
const second = await insertUser(db, {
  firstName: 'Second',
  lastName: 'Admin',
  email: 'second@alahas.test',
  passwordHash: '-',
  roleID: 1,
})
const gcash = { kind: 'GCash', holder: 'Amihan', number: '+63 917 555 0186', paymentTypeID: 3 }
const bank = {
  kind: 'Bank transfer',
  bankOrWallet: 'BPI',
  holder: 'Amihan',
  number: '0055-5501 4207',
  paymentTypeID: 2,
}

beforeEach(async () => {
  await db.delete(payAccount)
  await db.delete(notification)
  await db.delete(attempt)
})

/** Creates an account and returns it. */
async function create(account: object = gcash) {
  const { status, body } = await admin('POST', path, { ...account, ...password })
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
const put = (id: number, body: object) => admin('PUT', `${path}/${id}`, { ...gcash, ...password, ...body })
/** Returns the sentences of the messages with their receivers, the oldest first. */
async function told() {
  const rows = await db.select().from(notification).orderBy(notification.notificationID)
  return [...Map.groupBy(rows, ({ message }) => message)].map(([message, to]) => [
    message,
    to.map(({ userID }) => userID).toSorted((a, b) => a - b),
  ])
}
const trailOf = (id: number) =>
  db
    .select()
    .from(audit)
    .where(and(eq(audit.entity, 'payAccount'), eq(audit.entityID, id)))
    .orderBy(desc(audit.auditID))
/** The users with the role of an administrator, also the one of the first start. */
async function admins() {
  const rows = await db.select().from(user).where(eq(user.roleID, 1))
  return rows.map(({ userID }) => userID).toSorted((a, b) => a - b)
}

test('an administrator creates an account, which is in the trail, told to all administrators, and shown', async () => {
  const created = await create({ ...gcash, note: ' InstaPay is fine ', createdByID: 999, position: 7 })
  expect(created).toEqual({
    payAccountID: expect.any(Number),
    kind: 'GCash',
    bankOrWallet: null,
    holder: 'Amihan',
    number: '09175550186',
    note: 'InstaPay is fine',
    currency: 'PHP',
    paymentTypeID: 3,
    paymentTypeName: 'GCash',
    hasQr: false,
    referencesRepeat: false,
    status: true,
    position: 1,
    createdByID: users.get(1),
    modifiedByID: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  const everyone = await admins()
  expect(everyone).toEqual(expect.arrayContaining([users.get(1), second.userID]))
  expect(everyone).not.toContain(users.get(2))
  expect(await told()).toEqual([['Test Admin added the GCash account ending 0186, into which buyers pay', everyone]])
  const [entry] = await trailOf(created.payAccountID)
  expect(entry).toMatchObject({
    action: 'create',
    userID: users.get(1),
    before: null,
    after: { number: '09175550186' },
  })
  expect(JSON.stringify(entry)).not.toContain(password.currentPassword)
  const { payAccountID, kind, bankOrWallet, holder, number, note, currency, hasQr } = created
  expect(await listShownAccounts(db)).toEqual([
    { payAccountID, kind, bankOrWallet, holder, number, note, currency, hasQr },
  ])
  expect((await admin('GET', '/api/v1/notifications')).body.data[0]).toMatchObject({
    kind: 'payAccountChanged',
    link: `/pay-account?id=${payAccountID}`,
  })
})

test('no change happens without the password, however recent the sign-in is, and it cannot be guessed', async () => {
  const { payAccountID: id } = await create()
  const before = await db.select().from(payAccount)
  await db.delete(notification)
  const wrong = { currentPassword: 'wrong' }
  const attempts = [
    () => admin('POST', path, { ...bank, ...wrong }),
    () => put(id, { holder: 'Thief', ...wrong }),
    () => admin('PUT', `${path}/order`, { payAccountIDs: [id], before: [id], ...wrong }),
  ]
  for (const change of attempts)
    expect(await change()).toMatchObject({
      status: 403,
      body: { code: 'auth.password_wrong', errors: [{ field: 'currentPassword' }] },
    })
  const { currentPassword: _, ...without } = { ...gcash, ...password }
  const missing = await admin('PUT', `${path}/${id}`, without)
  expect([missing.status, missing.body.message]).toEqual([400, 'Current password is required'])
  // Three guesses are counted already. The right password is no longer enough after ten.
  await Promise.all(Array.from({ length: 7 }, () => put(id, wrong)))
  expect(await put(id, { holder: 'Thief' })).toMatchObject({ status: 429, body: { code: 'attempts.too_many' } })
  expect(await db.select().from(payAccount)).toEqual(before)
  expect(await told()).toEqual([])
})

test('a manager and staff neither see nor change the accounts', async () => {
  const { payAccountID: id } = await create()
  for (const who of [as(2), as(3), as(0)])
    for (const status of [
      (await who('GET', path)).status,
      (await who('GET', `${path}/${id}`)).status,
      (await who('GET', `${path}/${id}/qr`)).status,
      (await who('POST', path, { ...bank, ...password })).status,
      (await who('PUT', `${path}/${id}`, { ...gcash, ...password })).status,
      (await who('PUT', `${path}/order`, { payAccountIDs: [id], before: [id], ...password })).status,
    ])
      expect(status).toBe(403)
  expect((await as(null)('GET', path)).status).toBe(401)
  const names = (await admin('GET', '/api/v1/api-tokens/calls')).body.data.map(
    ({ operationID }: { operationID: string }) => operationID,
  )
  expect(names.filter((name: string) => name.startsWith('payAccounts'))).toEqual([])
})

test.each([
  [{ number: '12345' }, 'number', 'A GCash number is a mobile number, such as 0917 555 0186'],
  [{ kind: 'Maya', number: '0217555018' }, 'number', 'A Maya number is a mobile number, such as 0917 555 0186'],
  [{ ...bank, number: 'tomorrow' }, 'number', /^An account number has 6 to 34 digits or letters/],
  [{ ...bank, bankOrWallet: ' ' }, 'bankOrWallet', 'Enter the name of the bank or wallet'],
  [{ kind: 'Card link', bankOrWallet: 'PayShop', number: 'http://pay.example/a' }, 'number', /begins with https/],
  [{ kind: 'Card link', bankOrWallet: 'PayShop', number: 'javascript:alert(1)' }, 'number', /begins with https/],
  [{ kind: 'Card link', bankOrWallet: 'PayShop', number: 'https://bank.example@evil.example/' }, 'number', /https/],
  [{ paymentTypeID: 1 }, 'paymentTypeID', 'Cash reaches no account: choose another payment type'],
  [{ paymentTypeID: 99_999 }, 'paymentTypeID', 'This payment type does not exist'],
])('refuses %j with a sentence', async (wrong, field, message) => {
  const made = await admin('POST', path, { ...gcash, ...password, ...wrong })
  expect([made.status, made.body.errors]).toEqual([422, [{ field, message: expect.stringMatching(message) }]])
  const { payAccountID } = await create({ ...gcash, number: '09999999999' })
  const changed = await put(payAccountID, wrong)
  expect([changed.status, changed.body.errors]).toEqual([422, [{ field, message: expect.stringMatching(message) }]])
})

test.each([
  [{ kind: 'Cheque' }, /^Kind must be one of: Bank transfer, GCash, Maya/],
  [{ holder: '' }, 'Holder is required'],
  [{ currency: 'EUR' }, 'Currency must be one of: PHP, JPY, USD'],
  [{ note: 'x'.repeat(301) }, 'Note must be at most 300 characters'],
  [{ paymentTypeID: undefined }, 'Payment type is required'],
])('refuses %j as a bad request', async (wrong, message) => {
  const { status, body } = await admin('POST', path, { ...gcash, ...password, ...wrong })
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
})

test('an active account has its number alone among its kind, however it is written', async () => {
  const { payAccountID: id } = await create(bank)
  const same = { ...bank, bankOrWallet: 'B.P.I.', number: '００５５ ５５０１ ４２０７' }
  const refused = await admin('POST', path, { ...same, ...password })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: 'pay_account.taken',
      errors: [{ field: 'number', message: 'Another active account of this kind has this number' }],
    },
  ])
  await create(gcash)
  await create({ ...gcash, kind: 'Maya' })
  await admin('PUT', `${path}/${id}`, { ...bank, status: false, ...password })
  const { payAccountID: other } = await create(same)
  expect(other).not.toBe(id)
  const again = await admin('PUT', `${path}/${id}`, { ...bank, status: true, ...password })
  expect([again.status, again.body.code]).toEqual([409, 'pay_account.taken'])
})

test('a change is told with what changed, and one that changes nothing is not told', async () => {
  const { payAccountID: id, updatedAt } = await create()
  await db.delete(notification)
  const same = await put(id, { updatedAt })
  expect([same.status, same.body.data.updatedAt]).toEqual([200, updatedAt])
  expect([await told(), (await trailOf(id)).length]).toEqual([[], 1])

  await put(id, { number: '0917 555 9999', holder: 'Other', currency: 'JPY' })
  await put(id, { number: '0917 555 9999', holder: 'Other', status: false })
  await put(id, { number: '0917 555 9999', holder: 'Other', status: true, note: 'New' })
  const repeats = { number: '0917 555 9999', holder: 'Other', note: 'New', referencesRepeat: true }
  expect((await put(id, repeats)).body.data.referencesRepeat).toBe(true)
  await put(id, { ...repeats, referencesRepeat: false })
  expect((await told()).map(([message]) => message)).toEqual([
    'Test Admin changed the GCash account ending 0186: holder, number (now ending 9999), currency (now JPY)',
    'Test Admin changed the GCash account ending 9999: now inactive',
    'Test Admin changed the GCash account ending 9999: note, now active',
    'Test Admin changed the GCash account ending 9999: references repeat',
    'Test Admin changed the GCash account ending 9999: references do not repeat',
  ])
  const [, , , , swapped] = await trailOf(id)
  expect(swapped).toMatchObject({
    action: 'update',
    before: { number: '09175550186', holder: 'Amihan' },
    after: { number: '09175559999', holder: 'Other' },
  })
})

test('buyers see the active accounts in order, and a new or revived one last', async () => {
  const [a, b, c] = [await create(gcash), await create(bank), await create({ ...gcash, kind: 'Maya' })]
  const shown = async () => (await listShownAccounts(db)).map(({ payAccountID }) => payAccountID)
  const ids = [a, b, c].map(({ payAccountID }) => payAccountID)
  expect(await shown()).toEqual(ids)
  await put(ids[0], { status: false })
  expect(await shown()).toEqual([ids[1], ids[2]])
  expect((await admin('GET', path)).body.data.map((row: { position: number | null }) => row.position)).toEqual([
    2,
    3,
    null,
  ])
  await put(ids[0], { status: true })
  expect(await shown()).toEqual([ids[1], ids[2], ids[0]])

  await db.delete(notification)
  const order = [ids[0]!, ids[2]!, ids[1]!]
  const send = (body: object) => admin('PUT', `${path}/order`, { ...password, ...body })
  const answer = await send({ payAccountIDs: order, before: [ids[1], ids[2], ids[0]] })
  expect([answer.status, answer.body.data]).toEqual([200, { payAccountIDs: order }])
  expect(await shown()).toEqual(order)
  expect(await told()).toEqual([
    ['Test Admin changed the order of the payment accounts: first is the GCash account ending 0186', await admins()],
  ])
  const [moved] = await trailOf(ids[0])
  expect(moved).toMatchObject({ before: { position: 4 }, after: { position: 1 } })
  for (const payAccountIDs of [[ids[0]], [ids[0], ids[0], ids[1]], [...order, 99_999]])
    expect((await send({ payAccountIDs, before: order })).body).toMatchObject({ code: 'pay_account.order_incomplete' })
  expect((await send({ payAccountIDs: ids, before: ids })).body).toMatchObject({
    code: 'pay_account.order_changed',
    message: 'The accounts were changed by someone else. Reload and try again.',
  })
})

test('of many changes from one reading one is stored, and of many orders one', async () => {
  const { payAccountID: id, updatedAt } = await create()
  const { payAccountID: other } = await create(bank)
  const changes = await Promise.all(Array.from({ length: 6 }, (_, n) => put(id, { holder: `Holder ${n}`, updatedAt })))
  expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  const refused = changes.find(({ status }) => status === 409)!
  expect(refused.body.code).toBe('record.stale')
  const orders = await Promise.all(
    Array.from({ length: 4 }, () =>
      admin('PUT', `${path}/order`, { payAccountIDs: [other, id], before: [id, other], ...password }),
    ),
  )
  expect(orders.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const created = await Promise.all(
    Array.from({ length: 4 }, () => admin('POST', path, { ...gcash, kind: 'Maya', ...password })),
  )
  expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  const rows = await db.select().from(payAccount).where(eq(payAccount.status, true))
  expect(new Set(rows.map(({ position }) => position)).size).toBe(3)
})

test('a shop shows at most twenty accounts', async () => {
  await db.insert(payAccount).values(
    Array.from({ length: activeAccountsAtMost }, (_, n) => ({
      kind: 'GCash' as const,
      holder: 'Amihan',
      number: String(9_000_000_000 + n),
      paymentTypeID: 3,
      position: n + 1,
    })),
  )
  const { status, body } = await admin('POST', path, { ...bank, ...password })
  expect([status, body.code]).toEqual([422, 'pay_account.too_many'])
})

test('the list is searched, filtered and sorted', async () => {
  await create(gcash)
  await create(bank)
  await create({ ...bank, bankOrWallet: 'Yucho', number: '12190-55501861', currency: 'JPY' })
  const found = async (query: string) =>
    (await admin('GET', `${path}?${query}`)).body.data.map((row: { number: string }) => row.number)
  const [one, two, three] = ['09175550186', '0055-5501 4207', '12190-55501861']
  expect(await found('')).toEqual([one, two, three])
  expect(await found('search=0917 555')).toEqual([one])
  expect(await found('search=bpi')).toEqual([two])
  expect(await found('search=-')).toEqual([])
  expect(await found('currency=JPY')).toEqual([three])
  expect(await found('kind=Bank transfer&sort=-number')).toEqual([three, two])
  expect(await found('status=false')).toEqual([])
  expect((await admin('GET', `${path}/99999`)).body).toMatchObject({ code: 'record.not_found' })
  expect((await put(99_999, {})).body.message).toBe('Payment account not found')
})

test('a form may hold the account as text, with a picture of its QR code', async () => {
  const picture = new Uint8Array(await drawPicture('white', { width: 240, height: 240 }))
  const sent = formOf({ ...gcash, ...password }, { 'qr.png': picture }, 'qr')
  const { status, body } = await admin('POST', path, sent)
  expect([status, body.data.hasQr]).toEqual([201, true])
  const id = body.data.payAccountID
  await db.delete(notification)
  expect((await put(id, { qr: null })).body.data.hasQr).toBe(false)
  await admin('PUT', `${path}/${id}`, formOf({ ...gcash, ...password }, { 'a.png': picture }, 'qr'))
  const other = new Uint8Array(await drawPicture('gold', { width: 240, height: 240 }))
  await admin('PUT', `${path}/${id}`, formOf({ ...gcash, ...password }, { 'a.png': other }, 'qr'))
  expect((await told()).map(([message]) => message)).toEqual(
    ['removed', 'added', 'replaced'].map(
      (what) => `Test Admin changed the GCash account ending 0186: QR picture ${what}`,
    ),
  )
  const files = (await trailOf(id)).map(({ after }) => (after as { qrFile: string | null }).qrFile)
  expect(new Set(files).size).toBe(3)
  expect(await db.$count(notification, inArray(notification.userID, [users.get(2)!, users.get(3)!]))).toBe(0)
})

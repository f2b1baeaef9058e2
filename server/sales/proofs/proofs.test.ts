// Proves through HTTP what the queue shows: the order, the search, the flags, one proof with its files, and who has taken
// it. Also that a rejection keeps its sentence, and that a decided proof stays decided.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import type { ProofFlagRow } from '../../../contract/proofs/proofs.ts'
import { proofShop, proofsPath } from '../../../tests/support/proofs.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { event } from '../../db/schema/events.ts'
import { notification } from '../../db/schema/messages.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'

const { db, as, staff, manager, admin, ana, bea, bpi, today, sell, send, addFile, likens, get, act } = await proofShop()
const stranger = as(0)

const list = async (query: string, who = staff) => {
  const { status, body } = await who('GET', `${proofsPath}?pageSize=100&${query}`)
  expect(status, body.message).toBe(200)
  return body.data as { proofID: number; status: string; flags: ProofFlagRow[] }[]
}
const idsOf = async (query: string) => (await list(query)).map(({ proofID }) => proofID)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('the waiting proofs come first by age, and the decided ones after them', async () => {
  const { salesTransactionID: id } = await sell()
  const [late, early, rejected] = [
    await send(id, { sentAt: hoursAgo(1) }),
    await send(id, { sentAt: hoursAgo(3) }),
    await send(id, { sentAt: hoursAgo(9) }),
  ]
  expect((await act(rejected, 'reject', { reason: 'unreadable' })).status).toBe(200)
  const ofSale = `salesTransactionID=${id}`
  expect(await idsOf(ofSale)).toEqual([early, late, rejected])
  expect(await idsOf(`${ofSale}&state=waiting`)).toEqual([early, late])
  expect(await idsOf(`${ofSale}&state=rejected`)).toEqual([rejected])
  expect(await idsOf(`${ofSale}&sort=-sentAt`)).toEqual([late, early, rejected])
  const { body } = await staff('GET', `${proofsPath}?state=waiting&pageSize=10`)
  expect(body.meta.total).toBeGreaterThanOrEqual(2)
})

test('a proof is found by the buyer, the sale, the reference and its own number', async () => {
  const { salesTransactionID: id, transactionNumber } = await sell({ customerID: bea.customerID })
  const proofID = await send(id, { reference: 'GC 7788-991' })
  for (const text of ['bea cru', transactionNumber, '7788-991', `P-${proofID}`, `p-${proofID}`])
    expect(await idsOf(`search=${encodeURIComponent(text)}`), text).toContain(proofID)
  expect(await idsOf('search=nobody')).toEqual([])
  expect(await idsOf(`payAccountID=${bpi.payAccountID}&salesTransactionID=${id}`)).toEqual([proofID])
  const [row] = await list(`search=P-${proofID}`)
  expect(row).toMatchObject({
    transactionNumber,
    buyerName: 'Bea Cruz',
    amount: 1000,
    day: today,
    account: { payAccountID: bpi.payAccountID, bankOrWallet: 'BPI' },
    takenBy: null,
    decidedBy: null,
  })
})

test('the messages about a proof are read once it is approved or rejected, and not before', async () => {
  const [{ userID }] = (await admin('GET', '/api/v1/users')).body.data
  for (const [step, body] of [
    ['approve', { amount: 1000, day: today, payAccountID: bpi.payAccountID, reference: 'told of', isPart: true }],
    ['reject', { reason: 'unreadable' }],
  ] as const) {
    const { salesTransactionID: id } = await sell()
    const proofID = await send(id)
    await db.insert(notification).values({
      userID,
      kind: 'proofSent',
      message: 'A buyer has paid',
      entity: 'paymentProof',
      entityID: proofID,
      link: '/proof',
    })
    const unread = () => db.$count(notification, and(eq(notification.entityID, proofID), isNull(notification.readAt)))
    expect((await act(proofID, 'take')).status).toBe(200)
    expect(await unread()).toBe(1)
    expect((await act(proofID, step, body)).status).toBe(200)
    expect(await unread()).toBe(0)
  }
})

test('the file of the queue has all its rows', async () => {
  const { salesTransactionID: id, transactionNumber } = await sell()
  const proofID = await send(id, { reference: '=1+1' })
  const { status, headers, body } = await staff('GET', `${proofsPath}?format=csv&salesTransactionID=${id}`)
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['x-rows']).toBe('1')
  const text = String(body)
  expect(text).toContain('Proof,Status,Sent')
  expect(text).toContain(`P-${proofID},Sent`)
  expect(text).toContain(transactionNumber)
  expect(text).not.toContain(',=1+1')
})

test('people without a role read nothing, and nobody without a session does', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  const file = await addFile(proofID, 'picture')
  for (const path of ['', `/${proofID}`, `/${proofID}/files/${file}`]) {
    expect((await stranger('GET', proofsPath + path)).status).toBe(403)
    expect((await as(null)('GET', proofsPath + path)).status).toBe(401)
  }
  for (const step of ['take', 'release'] as const)
    expect((await act(proofID, step, undefined, stranger)).status).toBe(403)
  expect((await staff('GET', `${proofsPath}/999999`)).body.message).toBe('Payment proof not found')
})

test('one proof has its sale, the customer’s other sales, the accounts and the sentences of a rejection', async () => {
  const { salesTransactionID: id, transactionNumber } = await sell({
    schedule: [
      { dueDate: '2030-01-10', amount: 4_000 },
      { dueDate: '2030-02-10', amount: 6_000 },
    ],
  })
  const other = await sell({ quantity: 2 })
  const { salesTransactionID: paid } = await sell({ quantity: 1, payments: [{ paymentTypeID: 1, amount: 1_000 }] })
  const proofID = await send(id, { language: 'ja' })
  const proof = await get(proofID)
  expect(proof).toMatchObject({
    transactionNumber,
    status: 'Sent',
    language: 'ja',
    files: [],
    alike: [],
    sale: {
      status: 'Pending',
      isLayaway: false,
      total: 10_000,
      paid: 0,
      balance: 10_000,
      next: { amount: 4_000, dueDate: '2030-01-10', place: 1, count: 2, followingDay: '2030-02-10' },
      hasCustomer: true,
    },
    seen: null,
    parts: [],
    rejection: null,
    undo: null,
  })
  expect(proof.sale.itemName).toMatch(/^Ring/)
  const others = proof.otherSales.map(({ salesTransactionID }) => salesTransactionID)
  expect(others).toContain(other.salesTransactionID)
  expect(others).not.toContain(id)
  expect(others).not.toContain(paid)
  expect(proof.accounts.map(({ bankOrWallet }) => bankOrWallet)).toEqual(['BPI', 'Yucho'])
  expect(proof.sentences.unreadable).toBe(describeRejection('unreadable', null, 'ja'))
  expect(proof.sentences.own_words).toBe('')
})

test('a file is sent to staff alone, for saving, and is gone after its removal', async () => {
  const { salesTransactionID: id } = await sell()
  const [proofID, other] = [await send(id), await send(id)]
  const picture = await addFile(proofID, 'picture')
  const pdf = await addFile(proofID, '%PDF-1.4', 2, 'pdf')
  const path = `${proofsPath}/${proofID}/files`
  const sent = await staff('GET', `${path}/${picture}`)
  expect(sent.status).toBe(200)
  expect(String(sent.body)).toBe('picture')
  expect(sent.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': `attachment; filename="P-${proofID}-1.webp"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await staff('GET', `${path}/${pdf}`)).headers['content-type']).toBe('application/pdf')
  expect((await staff('GET', `${proofsPath}/${other}/files/${picture}`)).status).toBe(404)
  await db.execute(sql`update proof_file set file = null, print = null where proof_file_id = ${picture}`)
  expect((await staff('GET', `${path}/${picture}`)).status).toBe(404)
  expect((await get(proofID)).files).toMatchObject([{ isRemoved: true, format: 'PNG' }, { isRemoved: false }])
})

test('the flags warn of the sale: too little, the end of the hold, several proofs, and nothing due', async () => {
  const { salesTransactionID: id } = await sell()
  const [first, second] = [await send(id, { amount: 9_500.5 }), await send(id, { amount: 10_000 })]
  expect(await list(`salesTransactionID=${id}`)).toMatchObject([
    {
      proofID: first,
      flags: [
        { kind: 'short', by: 499.5 },
        { kind: 'several', place: 1, count: 2 },
      ],
    },
    { proofID: second, flags: [{ kind: 'several', place: 2, count: 2 }] },
  ])
  await act(first, 'reject', { reason: 'unreadable' })
  expect((await get(first)).flags).toEqual([])
  expect((await get(second)).flags).toEqual([])
  const holdUntil = new Date(Date.now() + 3_600_000)
  await db.update(sale).set({ holdUntil }).where(eq(sale.salesTransactionID, id))
  expect((await get(second)).flags).toEqual([{ kind: 'hold ending', at: holdUntil.toISOString() }])
  await db
    .update(sale)
    .set({ holdUntil: hoursAgo(1) })
    .where(eq(sale.salesTransactionID, id))
  expect((await get(second)).flags).toEqual([{ kind: 'hold over' }])
  await manager('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount: 10_000 })
  expect((await get(second)).flags).toEqual([{ kind: 'nothing due' }])
})

test('the flags warn of a reference that an ordinary payment has, however it is written', async () => {
  const { salesTransactionID: id, transactionNumber } = await sell()
  const { salesTransactionID: other } = await sell()
  await staff('POST', `/api/v2/sales/${id}/payments`, {
    paymentTypeID: bpi.paymentTypeID,
    amount: 4_000,
    reference: 'Ref. 1001-5436 1011',
  })
  const flagsOf = async (reference: string) => (await get(await send(other, { reference, amount: 10_000 }))).flags
  const [day] = [today.slice(8).replace(/^0/, '')]
  const used = await flagsOf('ＲＥＦ１００１ 54361011')
  expect(used).toContainEqual({
    kind: 'reference used',
    sentence: expect.stringMatching(
      new RegExp(`^Reference Ref. 1001-5436 1011 paid ${transactionNumber} \\(Ana R\\., ${day} \\w{3}\\)$`),
    ),
  })
  const kinds = (flags: ProofFlagRow[]) => flags.map(({ kind }) => kind)
  expect(kinds(await flagsOf('REF 1001 5436 1012'))).not.toContain('reference used')
  expect(kinds(await flagsOf('---'))).not.toContain('reference used')
  // A payment that was corrected has paid nothing.
  const { body } = await staff('GET', `/api/v2/sales/${id}`)
  const paymentID = body.data.payments[0].paymentID
  await staff('POST', `/api/v2/sales/${id}/payments/${paymentID}/corrections`, { reference: 'REF2', reason: 'Typing' })
  expect(kinds(await flagsOf('REF 1001 5436 1011'))).not.toContain('reference used')
})

test('the flags warn of the picture of another proof, and alarm when its reference is another one', async () => {
  const { salesTransactionID: id } = await sell()
  const { salesTransactionID: other } = await sell({ customerID: bea.customerID })
  const [first, again, copied, alike] = [
    await send(id, { reference: 'A-1', amount: 10_000 }),
    await send(id, { reference: 'A 1', amount: 10_000 }),
    await send(other, { reference: 'B2', amount: 10_000 }),
    await send(other, { reference: 'B3', amount: 10_000 }),
  ]
  const files = [
    await addFile(first, 'same'),
    await addFile(again, 'same'),
    await addFile(copied, 'same'),
    await addFile(alike, 'other'),
  ]
  await likens(files[1]!, files[0]!, 0)
  await likens(files[2]!, files[0]!, 0)
  await likens(files[3]!, files[0]!, 0.2)
  const pictures = async (id: number) => (await get(id)).flags.filter(({ kind }) => kind === 'picture')
  expect(await pictures(again)).toMatchObject([
    { other: { proofID: first, buyerName: 'Ana R.', status: 'Sent', day: today }, isSame: true, isAlarm: false },
  ])
  expect(await pictures(copied)).toMatchObject([{ other: { proofID: first }, isSame: true, isAlarm: true }])
  expect(await pictures(alike)).toMatchObject([{ other: { proofID: first }, isSame: false, isAlarm: true }])
  // The earlier proof shows the later ones too, with the places turned round.
  const { alike: found } = await get(first)
  expect(found.map(({ otherFileID }) => otherFileID)).toEqual(files.slice(1))
  expect(found[2]).toMatchObject({
    proofFileID: files[0],
    otherReference: 'B3',
    isOtherRemoved: false,
    isSame: false,
    boxes: [{ here: { y: 0.5 }, there: { y: 0.2 } }],
  })
})

test('who made the sale is told that another person must approve, from the amount of the setting on', async () => {
  const { salesTransactionID: id } = await sell({}, staff)
  const proofID = await send(id, { amount: 10_000 })
  expect((await get(proofID)).flags).toEqual([])
  await db.update(shopSetting).set({ secondPersonFrom: 10_000 })
  expect((await get(proofID)).flags).toEqual([{ kind: 'another approves' }])
  expect((await get(proofID, manager)).flags).toEqual([])
  await db.update(shopSetting).set({ secondPersonFrom: 10_000.01 })
  expect((await get(proofID)).flags).toEqual([])
  await db.update(shopSetting).set({ secondPersonFrom: null })
})

test('a person takes a proof for ten minutes; another one waits, and then may take it', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  const taken = await act(proofID, 'take')
  expect(taken.body.data).toMatchObject({ status: 'Taken', takenBy: { name: 'Test Staff' } })
  const until = new Date(taken.body.data.takenUntil).getTime()
  expect(Math.abs(until - Date.now() - 600_000)).toBeLessThan(60_000)
  expect(await list(`salesTransactionID=${id}&state=waiting`)).toMatchObject([{ proofID, status: 'Taken' }])
  const refusal = {
    status: 409,
    body: { code: 'proof.taken', message: expect.stringMatching(/^Test Staff has taken this proof until \d\d:\d\d$/) },
  }
  for (const step of ['take', 'release'] as const)
    expect(await act(proofID, step, undefined, manager)).toMatchObject(refusal)
  expect(await act(proofID, 'reject', { reason: 'unreadable' }, admin)).toMatchObject(refusal)
  // Whoever has it takes it again for another ten minutes.
  expect((await act(proofID, 'take')).status).toBe(200)
  await db
    .update(paymentProof)
    .set({ takenUntil: hoursAgo(1) })
    .where(eq(paymentProof.proofID, proofID))
  expect(await get(proofID)).toMatchObject({ status: 'Sent', takenBy: null, takenUntil: null })
  expect((await act(proofID, 'take', undefined, manager)).body.data.takenBy.name).toBe('Test Manager')
  expect((await act(proofID, 'release', undefined, manager)).body.data).toMatchObject({ status: 'Sent', takenBy: null })
  expect((await act(proofID, 'release', undefined, manager)).status).toBe(200)
  const told = await db.select().from(event).where(eq(event.entityID, proofID))
  expect(told.filter(({ entity }) => entity === 'paymentProof').map(({ type }) => type)).toEqual([
    'paymentProof.taken',
    'paymentProof.taken',
    'paymentProof.taken',
    'paymentProof.released',
  ])
})

test('of several people who take a proof at once, one has it', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  const answers = await Promise.all([staff, manager, admin].map((who) => act(proofID, 'take', undefined, who)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a rejection is a sentence in the buyer’s language, and final', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id, { language: 'tl' })
  const { status, body } = await act(proofID, 'reject', { reason: 'amount_differs', words: 'ignored' })
  expect(status, body.message).toBe(200)
  expect(body.data).toMatchObject({
    status: 'Rejected',
    decidedBy: { name: 'Test Staff' },
    rejection: { reason: 'amount_differs', sentence: describeRejection('amount_differs', null, 'tl') },
  })
  const final = { status: 409, body: { code: 'proof.decided', message: 'Test Staff has rejected this proof already' } }
  expect(await act(proofID, 'reject', { reason: 'unreadable' }, manager)).toMatchObject(final)
  expect(await act(proofID, 'take', undefined, manager)).toMatchObject(final)
  expect(await act(proofID, 'release')).toMatchObject(final)
  const [trail] = await db
    .select()
    .from(audit)
    .where(sql`entity = 'paymentProof' and entity_id = ${proofID}`)
  expect(trail).toMatchObject({ action: 'reject', after: { number: `P-${proofID}`, status: 'Rejected' } })
})

test('own words need words, and reach the buyer as they are', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  for (const words of [undefined, '', '   ', null])
    expect(await act(proofID, 'reject', { reason: 'own_words', words })).toMatchObject({
      status: 422,
      body: {
        code: 'proof.words_missing',
        message: 'Write the sentence that the buyer reads',
        errors: [{ field: 'words' }],
      },
    })
  expect((await act(proofID, 'reject', { reason: 'whim' })).status).toBe(400)
  expect((await get(proofID)).status).toBe('Sent')
  const { body } = await act(proofID, 'reject', { reason: 'own_words', words: 'Please call us.' })
  expect(body.data.rejection).toMatchObject({ reason: 'own_words', sentence: 'Please call us.' })
})

test('a proof that the buyer has withdrawn can no longer be taken or rejected', async () => {
  const { salesTransactionID: id } = await sell({ customerID: ana.customerID })
  const proofID = await send(id, { status: 'Withdrawn', decidedAt: new Date() })
  const refusal = { status: 409, body: { code: 'proof.decided', message: 'The buyer has withdrawn this proof' } }
  expect(await act(proofID, 'take')).toMatchObject(refusal)
  expect(await act(proofID, 'reject', { reason: 'unreadable' })).toMatchObject(refusal)
})

// Proves through HTTP that pasted comments are stored once and in their order, which ones are accepted together, and what is
// refused.
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LiveRow } from '../../../contract/live/lives.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { live as liveTable, liveClaim, liveComment, liveShow } from '../../db/schema/live.ts'
import { buyer, customer } from '../../db/schema/sales.ts'

const shop = await testApp({ connections: 10 })
const { db, as } = shop
const [manager, staff] = [as(2), as(3)]
const start = Date.now() - 3_600_000
/** A moment of the live, in seconds after its start. */
const second = (n: number) => new Date(start + n * 1000).toISOString()

let made = 0
/** Starts a live with pieces, each on show for 100 seconds. */
async function startLive(quantities: number[] = [1, 1]): Promise<LiveRow> {
  const { body } = await staff('POST', '/api/v1/lives', {
    liveName: `Live ${++made}`,
    platforms: ['TikTok'],
    plannedStart: second(0),
    expectedEnd: '2036-12-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
  })
  const { liveID } = body.data
  const pieces = []
  for (const quantity of quantities) {
    const { itemID } = await stockItem(db, { itemName: `Ring ${++made}`, grams: made + 0.25, quantity: 9, price: 1000 })
    pieces.push({ itemID, quantity })
  }
  const planned = await staff('PUT', `/api/v1/lives/${liveID}/pieces`, { pieces })
  await staff('PUT', `/api/v1/lives/${liveID}/start`)
  await db
    .update(liveTable)
    .set({ startedAt: new Date(start) })
    .where(eq(liveTable.liveID, liveID))
  const shown: LiveRow['pieces'] = planned.body.data.pieces
  await db.insert(liveShow).values(
    shown.map(({ livePieceID }, n) => ({
      liveID,
      livePieceID,
      shownAt: new Date(start + n * 100_000),
      shownByID: 3,
    })),
  )
  return (await staff('GET', `/api/v1/lives/${liveID}`)).body.data
}

type Comment = { name: string; text: string; writtenAt?: string; platformKey?: string }
const said = (line: string, at?: number): Comment => {
  const [name = '', text = ''] = line.split(': ')
  return { name, text, ...(at !== undefined && { writtenAt: second(at) }) }
}
const send = ({ liveID }: LiveRow, comments: Comment[], over: object = {}, who = staff) =>
  who('POST', `/api/v1/lives/${liveID}/pasted-comments`, { platform: 'TikTok', comments, ...over })
async function paste(live: LiveRow, comments: Comment[], over: object = {}) {
  const { status, body } = await send(live, comments, over)
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
const textsOf = async ({ liveID }: LiveRow) => {
  const rows = await db
    .select({ name: liveComment.name, text: liveComment.text })
    .from(liveComment)
    .where(eq(liveComment.liveID, liveID))
    .orderBy(asc(liveComment.place), asc(liveComment.commentID))
  return rows.map(({ name, text }) => `${name}: ${text}`)
}
const undecidedOf = async ({ liveID }: LiveRow) =>
  (await staff('GET', `/api/v1/lives/${liveID}/undecided-comments`)).body.data
const accept = ({ liveID }: LiveRow, commentIDs: number[], who = staff) =>
  who('PUT', `/api/v1/lives/${liveID}/accepted-comments`, { commentIDs })
const statesOf = async ({ liveID }: LiveRow) =>
  (await staff('GET', `/api/v1/lives/${liveID}/claims`)).body.data.map(
    (claim: { number: number; buyer: { handle: string }; status: string }) =>
      `${claim.number} ${claim.buyer.handle} ${claim.status}`,
  )

test('pieces of an evening in any overlap, twice and backwards, are stored once and in order', async () => {
  const live = await startLive()
  const all = Array.from({ length: 30 }, (_, n) => said(n % 4 === 0 ? `ana ${n}: hello` : 'bea: mine'))
  expect(await paste(live, all.slice(8, 18))).toMatchObject({ sentence: '10 lines: 0 are already here, 10 are new' })
  expect(await paste(live, all.slice(12, 24))).toMatchObject({ added: 6, here: 6 })
  expect(await paste(live, all.slice(0, 12))).toMatchObject({ added: 8 })
  expect(await paste(live, all.slice(4, 20))).toMatchObject({ added: 0, here: 16 })
  expect(await paste(live, all.slice(18).toReversed())).toMatchObject({ added: 6, here: 6 })
  expect(await textsOf(live)).toEqual(all.map(({ name, text }) => `${name}: ${text}`))
})

test('two people who paste the same at once store it once', async () => {
  const live = await startLive()
  const all = Array.from({ length: 40 }, (_, n) => said(`ana ${n}: mine`))
  const answers = await Promise.all([staff, manager, as(1), staff].map((who) => send(live, all, {}, who)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await textsOf(live)).toEqual(all.map(({ name, text }) => `${name}: ${text}`))
})

test('the key of the platform knows a comment although its neighbours were lost', async () => {
  const live = await startLive()
  const keyed = (n: number) => ({ ...said('ana: mine'), platformKey: `k${made}-${n}` })
  await paste(live, [keyed(1), keyed(2), keyed(3)])
  expect(await paste(live, [keyed(2), keyed(2), keyed(5), keyed(1)])).toMatchObject({ added: 1, here: 2 })
  expect((await send(live, [keyed(6), said('ana: mine')])).body).toMatchObject({ code: 'live.keys_mixed' })
  const other = await startLive()
  const refused = await send(other, [{ ...said('ana: mine'), platformKey: (await keyOf(live))! }])
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'live.other_live',
    `${live.liveName} has one of these comments already: choose the right live`,
  ])
  expect(await textsOf(other)).toEqual([])
})
const keyOf = async ({ liveID }: LiveRow) =>
  (await db.select().from(liveComment).where(eq(liveComment.liveID, liveID)).limit(1))[0]!.platformKey

test('a claim belongs to the piece that was on show at its time, and certain ones are accepted together', async () => {
  const live = await startLive()
  const lines = [said('ana: mine', 10), said('bea: mine', 11), said('ana: mine', 12), said('cora: akin po', 130)]
  const { body } = await staff('POST', `/api/v1/lives/${live.liveID}/paste-preview`, {
    platform: 'TikTok',
    comments: lines,
  })
  expect(body.data.lines.map(({ kind }: { kind: string }) => kind)).toEqual([
    'certain',
    'certain',
    'certain',
    'certain',
  ])
  expect(await textsOf(live)).toEqual([])
  await paste(live, lines)
  const waiting = await undecidedOf(live)
  expect(waiting[0]).toMatchObject({ isCertain: true, question: 'It claims piece 1: accept it' })
  const answer = await accept(
    live,
    waiting.map((one: { comment: { commentID: number } }) => one.comment.commentID),
  )
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  expect(await statesOf(live)).toEqual(['1 ana won', '1 bea waiting', '2 cora won'])
  expect((await staff('GET', `/api/v1/lives/${live.liveID}/record`)).body.data).toMatchObject({ agrees: true })
  // What is said again after it was won is kept and changes nothing.
  await paste(live, [...lines, said('ana: mine mine', 140), said('ana: 1 mine', 141)])
  const outcomes = await db
    .select({ text: liveComment.text, outcome: liveComment.outcome })
    .from(liveComment)
    .where(and(eq(liveComment.liveID, live.liveID), eq(liveComment.name, 'ana')))
    .orderBy(asc(liveComment.place))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['claim', 'again', 'undecided', 'again'])
})

test('a claim behind an undecided one of the same piece is refused, and nothing is accepted', async () => {
  const live = await startLive()
  await paste(live, [said('ana: mine?', 10), said('bea: mine', 11), said('cora: 2 mine', 12)])
  const [ana, bea, cora] = await undecidedOf(live)
  expect([ana, bea, cora]).toMatchObject([
    { isCertain: false, question: 'It may be a question: decide whether it claims piece 1' },
    { isCertain: false, waitsForID: ana.comment.commentID },
    { isCertain: true, waitsForID: null },
  ])
  const refused = await accept(live, [cora.comment.commentID, bea.comment.commentID])
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'live.not_certain',
    '“mine” of bea is not certain: decide it by itself',
  ])
  expect(await statesOf(live)).toEqual([])
  await staff('PUT', `/api/v1/live-comments/${ana.comment.commentID}/decision`, { isClaim: false })
  expect((await accept(live, [cora.comment.commentID, bea.comment.commentID])).status).toBe(200)
  expect(await statesOf(live)).toEqual(['1 bea won', '2 cora won'])
})

test('two people who accept the same at once make each claim once', async () => {
  const live = await startLive([1, 1, 1])
  await paste(live, [said('ana: 3 mine', 10), said('bea: 1 mine', 11), said('cora: 2 mine', 12)])
  const ids = (await undecidedOf(live)).map((one: { comment: { commentID: number } }) => one.comment.commentID)
  const answers = await Promise.all([
    accept(live, ids),
    accept(live, ids.toReversed(), manager),
    accept(live, ids.slice(1), as(1)),
  ])
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(answers.map(() => [200, undefined]))
  expect(await statesOf(live)).toEqual(['1 bea won', '2 cora won', '3 ana won'])
  expect(await db.$count(liveClaim, eq(liveClaim.liveID, live.liveID))).toBe(3)
})

test('a pasted name is a handle, and never means a customer of that name', async () => {
  const live = await startLive()
  const person = { firstName: 'Ligaya', lastName: 'Cruz', contactNo: `0917 555 ${++made}`, email: `l${made}@x.example` }
  const known = await staff('POST', '/api/v2/customers', { ...person, customerTypeID: 1 })
  const joined = await staff('POST', '/api/v1/buyers', { platform: 'TikTok', handle: '@ligaya' })
  const { customerID } = known.body.data
  await staff('PUT', `/api/v1/buyers/${joined.body.data.buyerID}/customer`, { customerID })
  await paste(live, [said('Ligaya Cruz: mine', 10)])
  const [waiting] = await undecidedOf(live)
  await accept(live, [waiting.comment.commentID])
  const [claimed] = await db.select().from(buyer).where(eq(buyer.handle, 'Ligaya Cruz'))
  expect(claimed).toMatchObject({ customerID: null })
  expect(await db.$count(customer, eq(customer.customerID, customerID))).toBe(1)
  expect(await statesOf(live)).toEqual(['1 Ligaya Cruz won'])
})

test('without times the piece is known only while it did not change', async () => {
  const live = await startLive()
  await paste(live, [said('ana: mine')])
  expect(await undecidedOf(live)).toMatchObject([
    { isCertain: false, livePieceID: null, question: 'It has no time: choose the piece' },
  ])
  await paste(live, [said('ana: mine'), said('bea: mine')])
  expect((await undecidedOf(live))[1]).toMatchObject({ isCertain: true, livePieceID: live.pieces[1]!.livePieceID })
})

const preview = async ({ liveID }: LiveRow, comments: Comment[], over: object = {}) => {
  const answer = await staff('POST', `/api/v1/lives/${liveID}/paste-preview`, { platform: 'TikTok', comments, ...over })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return answer.body.data
}

test('a person says where a paste joins, and what is new is stored in that place', async () => {
  const live = await startLive()
  expect((await preview(live, [said('ana: mine')])).seam).toBeNull()
  await paste(
    live,
    ['ana: hello', 'bea: mine', 'cora: wow'].map((line) => said(line)),
  )
  // The overlap takes the second "mine" of bea for the first one.
  const again = [said('bea: mine')]
  const seen = await preview(live, again)
  expect([seen.sentence, seen.seam]).toMatchObject([
    '1 line: 1 is already here, 0 are new',
    { line: 1, after: { name: 'bea', text: 'mine' }, storedCount: 3, isByHand: false, doubt: null },
  ])
  const seam = { line: 0, afterID: seen.seam.nextID, storedCount: 3 }
  const moved = await preview(live, again, { seam })
  expect(moved).toMatchObject({
    sentence: '1 line: 0 are already here, 1 is new',
    seam: { line: 0, after: { name: 'cora' }, nextID: null, isByHand: true, doubt: null },
  })
  expect(await textsOf(live)).toHaveLength(3)
  expect(await paste(live, again, { seam })).toMatchObject({ added: 1, here: 0 })
  expect(await textsOf(live)).toEqual(['ana: hello', 'bea: mine', 'cora: wow', 'bea: mine'])
  // Nothing overlaps, although a person sees that the first line is the last stored one.
  const other = [said('bea: mine!!'), said('dina: akin 2')]
  const unlike = await preview(live, other)
  expect(unlike.seam).toMatchObject({ line: 0, doubt: 'None of these lines is here already' })
  const join = { line: 1, afterID: unlike.seam.after.commentID, storedCount: 4 }
  const { lines } = await preview(live, other, { seam: join })
  expect(lines).toMatchObject([
    { kind: 'here', differsFrom: 'bea: mine' },
    { kind: 'certain', differsFrom: null },
  ])
  // After it was stored, the same paste is wholly here, also the line that differs.
  const done = await paste(live, other, { seam: join })
  expect(done).toMatchObject({ added: 1, here: 1, seam: { line: 2, storedCount: 5 } })
  expect((await preview(live, other, { seam: done.seam })).sentence).toBe('2 lines: 2 are already here, 0 are new')
  expect(await paste(live, other, { seam: done.seam })).toMatchObject({ added: 0, here: 2, seam: done.seam })
  // What was missed before everything, and between two comments.
  await paste(live, [said('early: hi')], { seam: { line: 0, afterID: null, storedCount: 5 } })
  await paste(live, [said('bea: mine'), said('mid: hi')], {
    seam: { line: 1, afterID: seen.seam.after.commentID, storedCount: 6 },
  })
  expect(await textsOf(live)).toEqual([
    'early: hi',
    'ana: hello',
    'bea: mine',
    'mid: hi',
    'cora: wow',
    'bea: mine',
    'dina: akin 2',
  ])
})

test('a seam that does not fit is refused, and nothing is stored', async () => {
  const [live, other] = [await startLive(), await startLive()]
  await paste(live, [said('ana: hello'), said('bea: mine')])
  await paste(other, [said('cora: hello')])
  const { seam: foreign } = await preview(other, [said('dina: hi')])
  const { seam: own } = await preview(live, [said('dina: hi')])
  const lines = ['ana: hello', 'bea: mine', 'dina: hi'].map((line) => said(line))
  const fitting = { line: 2, afterID: own.after.commentID, storedCount: 2 }
  for (const [over, status, code, message] of [
    [
      { ...fitting, storedCount: 1 },
      409,
      'live.pasted_meanwhile',
      'Somebody has pasted comments meanwhile: look at the seam again',
    ],
    [
      { ...fitting, line: 3 },
      422,
      'live.seam_misplaced',
      '3 lines cannot be here already, because 2 comments stand before that place',
    ],
    [
      { ...fitting, line: 1, afterID: null },
      422,
      'live.seam_misplaced',
      '1 line cannot be here already, because 0 comments stand before that place',
    ],
    [{ ...fitting, line: 4 }, 422, 'live.seam_misplaced', 'The paste has 3 lines: choose one of them'],
    [
      { ...fitting, afterID: foreign.after.commentID },
      422,
      'reference.missing',
      expect.stringMatching(/of this platform does not exist$/),
    ],
    [{ ...fitting, line: -1 }, 400, 'input.invalid', expect.any(String)],
  ] as const) {
    const refused = await send(live, lines, { seam: over })
    expect([over, refused.status, refused.body.code, refused.body.message]).toEqual([over, status, code, message])
  }
  const keyed = lines.map((line, n) => ({ ...line, platformKey: `seam ${made} ${n}` }))
  expect((await send(live, keyed, { seam: fitting })).body).toMatchObject({
    code: 'live.seam_misplaced',
    message: 'The keys of these comments say which ones are here already: nothing is left to choose',
  })
  expect(await textsOf(live)).toEqual(['ana: hello', 'bea: mine'])
})

test('two people who join the same paste by hand at once store it once', async () => {
  const live = await startLive()
  await paste(live, [said('ana: mine')])
  const again = [said('ana: mine')]
  const { seam } = await preview(live, again)
  const body = { seam: { line: 0, afterID: seam.after.commentID, storedCount: 1 } }
  const answers = await Promise.all([send(live, again, body), send(live, again, body, manager)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await textsOf(live)).toEqual(['ana: mine', 'ana: mine'])
})

test.each([
  [{ comments: [] }, 400, 'Paste at least one comment'],
  [{ comments: [{ name: ' ', text: 'mine' }] }, 400, 'Every comment needs the name of its writer'],
  [{ comments: [{ name: 'ana', text: '' }] }, 400, 'Every comment needs its text'],
  [{ comments: [said('ana: mine')], platform: 'Telegram' }, 400, /^Platform must be one of/],
  [
    { comments: Array.from({ length: 4001 }, () => ({ name: 'a', text: 'm' })) },
    400,
    'Paste at most 4,000 comments at once',
  ],
  [
    { comments: [{ ...said('ana: mine'), writtenAt: '2020-01-01T00:00:00Z' }] },
    422,
    /^A comment of ana is of 1 Jan 2020, /,
  ],
  [{ comments: [{ ...said('ana: mine'), writtenAt: '2036-01-01T00:00:00Z' }] }, 422, /paste comments of this live$/],
])('the paste %# is refused, and nothing is stored', async (body, status, message) => {
  const live = await startLive()
  const refused = await send(live, [], body)
  expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(message)])
  expect(await textsOf(live)).toEqual([])
})

test('50,000 comments in one paste are answered with a sentence', async () => {
  const live = await startLive()
  const refused = await send(
    live,
    Array.from({ length: 50_000 }, (_, n) => said(`ana ${n}: mine`)),
  )
  expect(refused.status).toBe(413)
  expect(refused.body.message).toMatch(/\S+ \S+/)
  expect(await textsOf(live)).toEqual([])
})

test('a closed live takes no paste, and comments of another live are not accepted', async () => {
  const [live, other] = [await startLive(), await startLive()]
  await paste(live, [said('ana: mine', 10)])
  const [waiting] = await undecidedOf(live)
  expect((await accept(other, [waiting.comment.commentID])).body).toMatchObject({ code: 'reference.missing' })
  await staff('PUT', `/api/v1/lives/${live.liveID}/close`, { confirmed: true })
  expect((await send(live, [said('bea: mine', 11)])).body).toMatchObject({ code: 'live.closed' })
  expect((await accept(live, [waiting.comment.commentID])).body).toMatchObject({ code: 'live.closed' })
})

// Lives through an evening: 150 pieces are shown, viewers write 6,000 comments in bursts of up to 40 a second, and three
// people on two servers paste and accept them. One server is killed in the middle. The winners must be those who wrote
// first, and the record must replay to them.
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runningCluster } from '../../server/db/embedded.ts'
import { createRandom, type Random } from '../../server/demo/random.ts'
import { newShop, signIn } from '../process/shop.ts'
import { until } from '../support/server.ts'
import { caller, type Call, type Json, type Seen } from './staff.ts'

const seed = process.env['EVENING_SEED'] ?? String(Date.now())
const pieceCount = Number(process.env['EVENING_PIECES'] ?? 150)
const commentsPerPiece = 40
const viewers = 300

type Comment = { name: string; text: string; writtenAt: string }
type Piece = { livePieceID: number; number: number; quantity: number }

/** Draws what viewers write in one second, in which the piece with this number is on show. */
function drawComments(random: Random, number: number, from: number): Comment[] {
  const claims = ['mine', 'akin po', 'MINE!!', `${number} mine`, `mine ${number} po`, 'sakin']
  const others = ['ganda', '❤️❤️❤️', 'hello po', 'mine?', 'hm po shipping', 'K18 po ba']
  return Array.from({ length: commentsPerPiece }, (_, n) => ({
    name: `viewer ${random.whole(1, viewers)}`,
    text: random.whole(1, 10) <= 4 ? random.one(claims) : random.one(others),
    writtenAt: new Date(from + n * 25).toISOString(),
  }))
}

const isClaim = ({ text }: Comment) => /mine|akin/i.test(text) && !text.includes('?')

/** Returns the first viewers who claimed a piece, as many as there are of it. */
const findFirst = (comments: readonly Comment[], quantity: number) =>
  [...new Set(comments.filter(isClaim).map(({ name }) => name))].slice(0, quantity)

/** Decides what waits until nothing does and `isOver`: unclear comments are no claim, and certain ones are accepted. */
async function decide(call: () => Call, liveID: number, isOver: () => boolean) {
  for (;;) {
    const wasOver = isOver()
    const answer = await call()('undecided comments', 'GET', `/api/v1/lives/${liveID}/undecided-comments`)
    const waiting: Json[] = answer['data'] ?? []
    if (wasOver && answer['data'] && waiting.length === 0) return
    for (const { comment, livePieceID } of waiting)
      if (livePieceID === null)
        await call()('decide', 'PUT', `/api/v1/live-comments/${comment.commentID}/decision`, { isClaim: false })
    const commentIDs = waiting.filter(({ isCertain }) => isCertain).map(({ comment }) => comment.commentID)
    if (commentIDs.length > 0)
      await call()('accept', 'PUT', `/api/v1/lives/${liveID}/accepted-comments`, {
        commentIDs: commentIDs.slice(0, 40),
      })
    await sleep(100)
  }
}

test(`an evening of ${pieceCount} pieces on two servers, of which one is killed (EVENING_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const { folder, start } = await newShop()
  const first = await start()
  const databaseURL = (await runningCluster(`${folder}/db`))!('shop')
  const startSecond = () => start({ DATABASE_URL: databaseURL })
  let second = await startSecond()
  const token = await signIn(first.url)
  const seen: Seen[] = []
  const onFirst = caller(first.url, token, seen)
  let onSecond: Call | null = caller(second.url, token, seen)
  const either = () => onSecond ?? onFirst
  const made = async (path: string, body: object) => {
    const { data, message } = await onFirst('prepare', 'POST', path, body)
    if (!data) throw new Error(`POST ${path}: ${message}`)
    return data
  }

  await made('/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const pieces = []
  for (let n = 1; n <= pieceCount; n++) {
    const quantity = n % 10 === 0 ? 3 : 1
    const { itemID } = await made('/api/v1/item-inventory', {
      itemCode: `RG-${n}`,
      itemName: `Ring ${n}`,
      categoryID: 1,
      grams: n + 0.25,
      uom: 'PCS',
      price: 1000 + n,
      cost: 600,
      locationID: 1,
      inventoryTypeID: 1,
      quantity,
    })
    pieces.push({ itemID, quantity })
  }
  const now = Date.now()
  const { liveID } = await made('/api/v1/lives', {
    liveName: 'A long evening',
    platforms: ['TikTok'],
    plannedStart: new Date(now).toISOString(),
    expectedEnd: new Date(now + 4 * 3_600_000).toISOString(),
    locationID: 1,
    transactionTypeID: 1,
    lineLength: 2,
  })
  const live = `/api/v1/lives/${liveID}`
  await onFirst('prepare', 'PUT', `${live}/pieces`, { pieces })
  await onFirst('prepare', 'PUT', `${live}/start`)

  let isOver = false
  const deciding = [
    decide(
      () => onFirst,
      liveID,
      () => isOver,
    ),
    decide(either, liveID, () => isOver),
  ]
  const written: Comment[] = []
  const byPiece = new Map<number, Comment[]>()
  let show: number | null = null
  for (let n = 1; n <= pieceCount; n++) {
    // The response to a move may be lost. Then the live says what is on show.
    const moved = await until(async () => {
      await onFirst('show', 'PUT', `${live}/show`, { to: 'next', showID: show })
      const { data } = await onFirst('live', 'GET', live)
      return data?.['show']?.showID > (show ?? 0) ? data : null
    }, 120_000)
    show = moved['show'].showID
    const comments = drawComments(random, n, Date.parse(moved['show'].shownAt) + 1)
    byPiece.set(n, comments)
    written.push(...comments)
    await sleep(commentsPerPiece * 25)
    // People copy what the page shows: some of it is here already.
    const body = { platform: 'TikTok', comments: written.slice(-commentsPerPiece - random.whole(1, 30)) }
    await until(async () => (await either()('paste', 'POST', `${live}/pasted-comments`, body))['data'])
    if (n === Math.ceil(pieceCount / 2)) {
      process.kill(second.pid, 'SIGKILL')
      await second.ended
      onSecond = null
    }
    if (n === Math.ceil(pieceCount / 2) + 5) {
      second = await startSecond()
      onSecond = caller(second.url, token, seen)
    }
  }
  isOver = true
  await Promise.all(deciding)

  const { data: claims } = await onFirst('claims', 'GET', `${live}/claims`)
  const { data: planned } = await onFirst('live', 'GET', live)
  const winners = (planned.pieces as Piece[]).map(({ number }) => ({
    number,
    won: (claims as Json[])
      .filter((claim) => claim['number'] === number && claim['status'] === 'won')
      .map((claim) => claim['buyer'].handle),
  }))
  expect(winners).toEqual(
    (planned.pieces as Piece[]).map(({ number, quantity }) => ({
      number,
      won: findFirst(byPiece.get(number)!, quantity),
    })),
  )
  const { data: record } = await onFirst('record', 'GET', `${live}/record`)
  expect([record.differences, record.agrees]).toEqual([[], true])
  const { data: recap } = await onFirst('recap', 'GET', `${live}/recap`)
  const { data: baskets } = await onFirst('baskets', 'GET', `${live}/baskets`)
  const total = (baskets as Json[]).reduce((sum, basket) => sum + basket['totalPurchase'], 0)
  expect([recap.sold, recap.comments, recap.unread]).toEqual([total, pieceCount * commentsPerPiece, 0])
  // Only a refusal that says what another person did may come between, and calls to the server that was killed.
  const statuses = [...new Set(seen.map(({ status }) => status))].toSorted((a, b) => a - b)
  expect(statuses.filter((status) => ![0, 200, 201, 409, 503].includes(status))).toEqual([])
  const slowest = (what: string) =>
    Math.round(Math.max(...seen.filter((one) => one.what === what).map(({ milliseconds }) => milliseconds)))
  console.log(
    `${claims.length} claims, ${record.steps.length} steps; slowest paste ${slowest('paste')} ms, accept ${slowest('accept')} ms, half of the decisions within ${recap.secondsToDecision?.half} s`,
  )
})

// Proves that no answer to Staff depends on the cash of a drawer that they count blind. Two shops in which the same
// happened with other amounts give the same answers to every call of the contract, whatever is sent.
import { asc } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { type Operation, operations } from '../../contract/operations.ts'
import type { Endpoint, TellsCash } from '../../contract/shared/endpoint.ts'
import { may } from '../../contract/shared/permissions.ts'
import { event } from '../../server/db/schema/events.ts'
import { type Addressed, receivedBy } from '../../server/events/receivers.rules.ts'
import { type Call, type Found, listBodies, makeCall, queriesOf } from '../support/blind-walk.ts'
import { type Amounts, type CountedShop, openCountedShop } from '../support/counted-shop.ts'
import { countOf } from '../support/drawers.ts'
import { testApp } from '../support/fixtures.ts'

/** Some amounts are below a limit in one shop and above it in the other, such as that of cash out. */
const low: Amounts = {
  lastClose: 1200,
  opening: 1000,
  price: 9000,
  cash: 5000,
  deposit: 500,
  used: 4000,
  paidIn: 700,
  paidOut: 200,
  cashIn: 4000,
  cashOut: 300,
}
const high: Amounts = {
  lastClose: 5400,
  opening: 2500,
  price: 7500,
  cash: 2500,
  deposit: 1500,
  used: 2500,
  paidIn: 1300,
  paidOut: 450,
  cashIn: 6000,
  cashOut: 900,
}
const shops = [await testApp(), await testApp()] as const
let shop: CountedShop

beforeAll(async () => {
  const start = Date.now() - 300_000
  shop = await openCountedShop(shops[0], low, start)
  await openCountedShop(shops[1], high, start)
})

/** Calls that end the blind count, or the session that walks. */
const endings = new Set([
  'drawerClosingRecount',
  'drawerClosingFinish',
  'accountEndOtherSessions',
  'accountEndSession',
  'accountLogout',
  'accountUpdateProfile',
])
const walked = operations.filter(({ operationID, endpoint }) => !endpoint.live && !endings.has(operationID))
const isRead = ({ endpoint }: Pick<Operation, 'endpoint'>) => endpoint.method === 'GET'

/** Calls that need a record that this shop has none of, a file, or a body of their own. None of them is about money. */
const outside = new Set(
  `
  accountSignInByLink certificatesCheck certificatesIssueForPiece deviceApprove deviceSwitch
  importDraftsChanges importDraftsCheck importDraftsCorrect importDraftsCreate importDraftsFix importDraftsGet
  importDraftsMap importDraftsRemove importDraftsRun importDraftsSetEncoding importDraftsWrongRows
  importMappingsCreate importMappingsRemove importMappingsUpdate importPicturesList importPicturesRetry
  importsCheck importsCreate importsFindBlockers importsGet importsUndo inventoryAdjustmentsCreate
  inventoryAdjustmentsGet inventoryAdjustmentsUpdate inventoryUpdate itemsAddImages itemsCreate itemsFocusImage
  itemsOrderImages itemsRemoveImage itemsUpdate labelsPreview labelsPrint liveOverlaySnapshot livePastePreview
  livePasteStore livesCreate livesUpdate orderLinksRevoke ownPinSet parcelsAdd parcelsChange parcelsRemove
  piecesAddImages piecesFocusImage piecesGet piecesHistory piecesImages piecesOrderImages piecesRemoveImage
  piecesRemoveScan piecesScan piecesSetScan piecesUpdate publicPiecesGet purchaseOrderItemsCreate
  purchaseOrderItemsGet purchaseOrderItemsUpdate purchaseOrdersCreate purchaseOrdersGet purchaseOrdersPdf
  purchaseOrdersUpdate questionsAnswered questionsGet receivingItemsCreate receivingItemsGet
  receivingItemsUpdate receivingsCancel receivingsComplete receivingsCreate receivingsGet receivingsUpdate
  remindersCreate remindersGet remindersRemove remindersUpdate repairReturnsGet savedViewsCreate
  savedViewsRemove savedViewsSetDefault savedViewsUpdate shopAsk shopVisit stockCountsFindPiece stockCountsGet
  stockTransfersCreate stockTransfersGet suppliersGet
`.match(/\w+/g),
)

/** The words to search for: names, and amounts of either shop. */
const texts = ['0003', 'Ana', '9000', '7,500']
/** The queries that a call needs. */
const needed: Record<string, string[]> = {
  certificatesPdf: ['ids=1'],
  goldRatesHistory: ['karat=18K'],
  savedViewsList: ['list=sales'],
  purchaseOrdersLastCosts: ['itemIDs=1'],
  receivingsDraft: ['itemID=1'],
}

/** Bodies beside the generated ones: what a person would send who sells, buys, or looks for an amount. */
function moreBodies(operationID: string): object[] {
  const { locationID, itemID, ana, ben } = shop
  const sale = { locationID, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const piece = { description: 'Chain', testedKarat: '18K', grossGrams: 1 }
  const paid = (customerID: number, paymentTypeID: number, amount: number, more: object = {}) => ({
    ...sale,
    customerID,
    payments: [{ paymentTypeID, amount, ...more }],
  })
  const bodies: Record<string, () => object[]> = {
    salesCreate: () => [
      { ...sale, complete: true, payments: [{ paymentTypeID: 4, amount: 10_000 }] },
      ...[ana, ben].flatMap((customer) => [1, 4].map((type) => paid(customer, type, 600))),
      ...[ana, ben].flatMap((customer) => [1, 900, 9000].map((amount) => paid(customer, shop.types.credit, amount))),
      ...[1, 2].flatMap((tradeInID) => [1, 1500].map((one) => paid(ana, shop.types.tradeIn, one, { tradeInID }))),
    ],
    exchangesExchange: () => [
      { reason: 'Other', returned: [{ salesItemID: 1, qty: 1 }], items: sale.items, backTypeID: shop.types.credit },
    ],
    tradeInsCreate: () => [{ customerID: ana, locationID, pieces: [piece] }],
    messagesSend: () => [{ kind: 'paymentReceived', channel: 'Viber' }],
    drawerSessionsOpen: () => [countOf(1000)],
    drawerClosingCount: () => [countOf(1500)],
    drawerClosingClose: () => [{ reason: 'unknown' }],
  }
  return bodies[operationID]?.() ?? []
}

/** Lists the calls with which an endpoint is walked: with each key, query and body. */
function listCalls({ operationID, endpoint: e }: Operation): Call[] {
  const most = e.path.includes('/sales/:id') ? shop.sales + 2 : 4
  const keys = e.path.includes(':') ? Array.from({ length: most }, (_, n) => n + 1) : [0]
  const { locationID, itemID, ana, drawerIDs } = shop
  const left = { pieceID: undefined, clientKey: undefined, drawerSessionID: undefined, updatedAt: undefined }
  const known = { ...left, locationID, itemID, customerID: ana, drawerID: drawerIDs[0], price: 10_000 }
  const bodies = [...moreBodies(operationID), ...listBodies(e, known)]
  const urlOf = (key: number, query: string) => `${e.path.replaceAll(/:\w+/g, String(key))}${query && `?${query}`}`
  return keys.flatMap((key) => {
    const queries = key > 1 ? ['', ...(needed[operationID] ?? [])] : queriesOf(e, texts, needed[operationID])
    const some = [0, 1, 2, shop.drawerSessionID, shop.layawayID].includes(key) ? bodies : bodies.slice(0, 1)
    return queries.flatMap((query) => some.map((body) => ({ method: e.method, url: urlOf(key, query), body })))
  })
}

/** Makes a call in both shops and returns how the answers differ; null when they are the same. */
async function compare(call: Call): Promise<{ status: number; difference: string | null }> {
  const found = await Promise.all(shops.map(({ app, tokens }) => makeCall(app, tokens.get(3)!, call)))
  const [one, other] = found as [Found, Found]
  if (one.status === other.status && one.text === other.text) return { status: one.status, difference: null }
  let at = 0
  while (one.text[at] === other.text[at]) at++
  const part = ({ status, text }: Found) => `${status} …${text.slice(Math.max(0, at - 40), at + 30)}…`
  const what = `${call.method} ${call.url} ${JSON.stringify(call.body) ?? ''}`
  return { status: one.status, difference: `${what}: ${part(one)} in one shop, ${part(other)} in the other` }
}

/** Walks calls and returns how answers differ, and the calls that got no answer but refusals of what was sent. */
async function walk(calls: readonly Operation[]) {
  const differences: string[] = []
  const unreached: string[] = []
  for (const operation of calls) {
    const seen = new Set<number>()
    for (const call of listCalls(operation)) {
      const { status, difference } = await compare(call)
      seen.add(status)
      if (difference !== null) differences.push(difference)
    }
    const { operationID, endpoint } = operation
    const isReached = [...seen].some((status) => status < 300 || status === 409)
    if (may(3, endpoint.access) && !endpoint.tellsCash && !isReached && !outside.has(operationID))
      unreached.push(operationID)
  }
  return { differences, unreached }
}

const advice =
  'An answer to Staff depends on the cash of a drawer that is counted. Say `tellsCash` in its endpoint ' +
  '(contract/shared/endpoint.ts), or throw with assertMoneyShown where the amount is read (server/db/blind-counts.ts)'
const unreachedAdvice =
  'The walk never got past the checks of what is sent: give it a query (needed), a body (moreBodies) or a record ' +
  '(tests/support/counted-shop.ts), or name it in `outside` if its records have nothing to do with money'

test('every read gives Staff the same answer in both shops', async () => {
  const { differences, unreached } = await walk(walked.filter(isRead))
  expect(differences, advice).toEqual([])
  expect(unreached, unreachedAdvice).toEqual([])
}, 400_000)

test('every write gives Staff the same answer in both shops, and so do the reads after it', async () => {
  // The first count is handed in before all else, so that nobody goes back to selling.
  const isCount = ({ operationID }: Operation) => operationID === 'drawerClosingCount'
  const writes = walked.filter((one) => !isRead(one)).toSorted((a, b) => Number(isCount(b)) - Number(isCount(a)))
  const { differences, unreached } = await walk(writes)
  expect(differences, advice).toEqual([])
  expect(unreached, unreachedAdvice).toEqual([])
  const sales = walked.filter(({ endpoint }) => isRead({ endpoint }) && /sale|drawer|trade-in|live/.test(endpoint.path))
  expect((await walk(sales)).differences, advice).toEqual([])
  // The count went on all the time.
  const { body } = await shops[0].as(3)('GET', `/api/v1/drawer-sessions/${shop.drawerSessionID}`)
  expect(body.data).toMatchObject({ isBlind: true, status: 'Counting', finishedAt: null })
}, 400_000)

test('the events that Staff receive are the same in both shops', async () => {
  const [one, other] = await Promise.all(
    shops.map(async ({ db, users }) => {
      const rows = await db.select().from(event).orderBy(asc(event.eventID))
      const all = rows.map(({ type, entity, entityID, recipientID, touched }) => ({
        type,
        entity,
        id: entityID,
        recipientID,
        touched,
        by: null,
        callID: null,
      }))
      const receiver = { userID: users.get(3)!, roleID: 3 } as const
      return all.flatMap((each) => receivedBy(receiver, [each as Addressed]))
    }),
  )
  expect(one!.length).toBeGreaterThan(100)
  expect(one).toEqual(other)
})

test('without its declaration, each call that tells of cash is found', async () => {
  const quiet: string[] = []
  for (const operation of operations.filter(({ endpoint }) => endpoint.tellsCash && isRead({ endpoint }))) {
    const endpoint: Endpoint & { tellsCash?: TellsCash } = operation.endpoint
    const { tellsCash } = endpoint
    delete endpoint.tellsCash
    let isFound = false
    for (const call of listCalls(operation)) isFound ||= (await compare(call)).difference !== null
    endpoint.tellsCash = tellsCash!
    if (!isFound) quiet.push(operation.operationID)
  }
  // The gold in a price, and what a trade-in was offered, are the same in both shops.
  expect(quiet).toEqual(['saleGoldOfSale', 'tradeInsList', 'tradeInsPdf'])
}, 400_000)

test('a record that tells of cash is named by the key of the path', () => {
  const wrong = operations.filter(
    ({ endpoint: { tellsCash, path } }) => tellsCash && tellsCash !== 'many' && !/\/:id(\/|$)/.test(path),
  )
  expect(wrong.map(({ operationID }) => operationID)).toEqual([])
})

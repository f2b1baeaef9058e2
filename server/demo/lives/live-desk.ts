import { liveBaskets } from '../../../contract/live/live-baskets.ts'
import { liveBuyers } from '../../../contract/live/live-buyers.ts'
import { type LiveClaimRow, liveClaims } from '../../../contract/live/live-claims.ts'
import { livePaste } from '../../../contract/live/live-paste.ts'
import { lives } from '../../../contract/live/lives.ts'
import { parcels } from '../../../contract/order-page/parcels.ts'
import { buyerCustomers } from '../../../contract/sales/buyers.ts'
import { sales } from '../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { Call } from '../../../contract/site/site.ts'
import { shopContext } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/database.ts'
import { settleClaims } from '../../live/upkeep/upkeep.operations.ts'
import { type Evening, priceInLive } from './evenings.ts'
import type { LiveAct, LiveStep, PlannedComment } from './live-steps.ts'
import { secondsOnShow } from './plan-comments.ts'

/** The parts of the demo shop that the lives need. */
export type LiveShop = {
  tx: Tx
  /** A manager, and two who host. */
  crew: readonly Call[]
  locationID: number
  transactionTypeID: number
  gcashID: number
  itemIDOf: (itemCode: string) => number
  priceOf: (itemCode: string) => number
  customerIDOf: (customer: number) => number
}

type ActOf<What extends LiveAct['is']> = Extract<LiveAct, { is: What }>

/** A live with what its people know: the piece on show, the claims, the baskets, and what they decide. */
type Hosted = {
  id: number
  showID: number | null
  claims: Map<string, number>
  decisions: Map<string, number | null>
  pieceIDs: Map<number, number>
}

const keyOf = (name: string, text: string, writtenAt: string | null) => JSON.stringify([name, text, writtenAt])

/** Returns the function by which the demo's people host the lives, by the calls of the screens. */
export function createLiveDesk(shop: LiveShop) {
  const hosted = new Map<Evening, Hosted>()
  return async ({ at, live: evening, act }: LiveStep): Promise<void> => {
    if (act.is === 'plan') hosted.set(evening, await plan(shop, evening, at))
    else await perform(shop, hosted.get(evening)!, act, at)
  }
}

async function plan({ crew, ...shop }: LiveShop, evening: Evening, at: Date): Promise<Hosted> {
  const [manager] = crew
  const start = new Date(at.getTime() + 26 * 3_600_000)
  const { name, platforms, lineLength, remarks, shown } = evening
  const { data: made } = await manager!(lives.create, {
    body: {
      liveName: name,
      platforms: [...platforms],
      plannedStart: start.toISOString(),
      expectedEnd: new Date(start.getTime() + shown.length * secondsOnShow * 1000).toISOString(),
      locationID: shop.locationID,
      transactionTypeID: shop.transactionTypeID,
      lineLength,
      remarks,
    },
  })
  const pieces = shown.map(([itemCode]) => ({
    itemID: shop.itemIDOf(itemCode),
    price: priceInLive(shop.priceOf(itemCode)),
  }))
  const { data } = await manager!(lives.setPieces, { id: made.liveID, body: { pieces, updatedAt: made.updatedAt } })
  return {
    id: data.liveID,
    showID: null,
    claims: new Map(),
    decisions: new Map(),
    pieceIDs: new Map(data.pieces.map(({ number, livePieceID }) => [number, livePieceID])),
  }
}

async function perform(shop: LiveShop, live: Hosted, act: Exclude<LiveAct, { is: 'plan' }>, at: Date): Promise<void> {
  const [manager, host, helper] = shop.crew as [Call, Call, Call]
  const { id } = live
  const claimID = ({ number, buyer }: { number: number; buyer: string }) => live.claims.get(`${number} ${buyer}`)!
  switch (act.is) {
    case 'start':
      await host(lives.start, { id })
      return
    case 'show next': {
      const { data } = await host(lives.show, { id, body: { to: 'next', showID: live.showID } })
      live.showID = data.show!.showID
      return
    }
    case 'note':
      remember(live, (await host(liveClaims.note, { id, body: { text: act.text, platform: act.platform } })).data.claim)
      return
    case 'paste':
      await paste(helper, live, act)
      return
    case 'decide':
      await decide(helper, live)
      return
    case 'withdraw':
      await host(liveClaims.withdraw, { id: claimID(act), body: { reason: act.reason } })
      return
    case 'accept':
      await host(liveClaims.accept, { id: claimID(act) })
      return
    case 'pass':
      await host(liveClaims.pass, { id: claimID(act) })
      return
    case 'settle':
      await settleClaims(shopContext(shop.tx, at))
      return
    case 'close':
      await host(lives.close, { id, body: { confirmed: true } })
      return
    case 'mark': {
      const { buyer } = await findBasket(host, live, act.buyer)
      await manager(liveBuyers.mark, { id: buyer.buyerID, body: { mark: act.mark, reason: act.reason } })
      return
    }
    default:
      await handleBasket(shop, live, act)
  }
}

function remember({ claims }: Hosted, claim: LiveClaimRow | null) {
  if (claim) claims.set(`${claim.number} ${claim.buyer.handle}`, claim.claimID)
}

async function paste(call: Call, live: Hosted, { platform, comments }: ActOf<'paste'>) {
  for (const { name, text, writtenAt, decision } of comments)
    if (decision !== undefined) live.decisions.set(keyOf(name, text, writtenAt.toISOString()), decision)
  const sent = comments.map(({ name, text, writtenAt }: PlannedComment) => ({
    name,
    text,
    writtenAt: writtenAt.toISOString(),
  }))
  await call(livePaste.store, { id: live.id, body: { platform, comments: sent } })
}

/** Accepts the certain comments, and decides the unclear ones of which a person knows what was meant. */
async function decide(call: Call, live: Hosted) {
  const { id, decisions, pieceIDs } = live
  for (;;) {
    const { data: waiting } = await call(livePaste.undecided, { id })
    const certain = waiting.filter(({ isCertain }) => isCertain).map(({ comment }) => comment.commentID)
    if (certain.length > 0) {
      const { data } = await call(livePaste.accept, { id, body: { commentIDs: certain } })
      for (const claim of data.claims) remember(live, claim)
    }
    const known = waiting.flatMap(({ comment: { commentID, name, text, writtenAt } }) => {
      const number = decisions.get(keyOf(name, text, writtenAt === null ? null : new Date(writtenAt).toISOString()))
      return number === undefined ? [] : [{ commentID, number }]
    })
    for (const { commentID, number } of known) {
      const body = number === null ? { isClaim: false } : { isClaim: true, livePieceID: pieceIDs.get(number)! }
      remember(live, (await call(liveClaims.decide, { id: commentID, body })).data.claim)
    }
    // The claims behind a decided comment are certain now.
    if (known.length === 0) return
  }
}

async function findBasket(call: Call, { id }: Hosted, handle: string) {
  const { data } = await call(liveBaskets.ofLive, { id })
  const found = data.find(({ buyer }) => buyer.handle === handle)
  if (!found) throw new Error(`${handle} has no basket in this live`)
  return found
}

/** Sends, pays and completes the sales of baskets, as staff do at their pages. */
async function handleBasket(
  { crew, gcashID, customerIDOf }: LiveShop,
  live: Hosted,
  act: ActOf<'send baskets' | 'pay' | 'complete' | 'parcel' | 'take back' | 'join'>,
) {
  const [, host, helper] = crew as [Call, Call, Call]
  if (act.is === 'send baskets') {
    const { data } = await host(liveBaskets.ofLive, { id: live.id })
    for (const { basketID, saleStatus } of data)
      if (saleStatus === 'Pending') await host(liveBaskets.send, { id: basketID })
    return
  }
  const { buyer, salesTransactionID: id, totalPurchase, balance } = await findBasket(host, live, act.buyer)
  if (act.is === 'join')
    await helper(buyerCustomers.join, { id: buyer.buyerID, body: { customerID: customerIDOf(act.customer) } })
  if (act.is === 'pay') {
    const amount = act.part === 1 ? balance : fromCentavos(Math.round(toCentavos(totalPurchase) * act.part))
    const reference = String(5_000_000_000 + id * 71_993)
    await helper(sales.pay, { id, body: { paymentTypeID: gcashID, amount, reference } })
  }
  if (act.is === 'complete') await helper(sales.complete, { id })
  if (act.is === 'parcel') {
    const { trackingNumber, sentOn } = act
    await helper(parcels.add, { id, body: { carrier: 'Yamato Transport', trackingNumber, sentOn } })
  }
  if (act.is === 'take back') {
    const { data } = await host(liveClaims.ofLive, { id: live.id })
    for (const { claimID, buyer: of, status } of data)
      if (of.buyerID === buyer.buyerID && status === 'won')
        await host(liveClaims.withdraw, { id: claimID, body: { reason: act.reason } })
  }
}

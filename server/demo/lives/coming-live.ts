import { lives } from '../../../contract/live/lives.ts'
import { pieces as pieceCalls } from '../../../contract/stock/pieces.ts'
import { plannedEvening, priceInLive } from './evenings.ts'
import type { LiveShop } from './live-desk.ts'

/** How many single pieces come after the others, each with its own weight. */
const singlePieces = 3

/** Plans a live of one of the next evenings: its pieces in order, with their prices. */
export async function planComingLive(
  { crew, locationID, transactionTypeID, itemIDOf, priceOf }: LiveShop,
  at: (daysAgo: number, hour: number) => Date,
) {
  const [manager] = crew
  const { name, daysAhead, platforms, lineLength, remarks, itemCodes } = plannedEvening
  const { data: made } = await manager!(lives.create, {
    body: {
      liveName: name,
      platforms: [...platforms],
      plannedStart: at(-daysAhead, 20).toISOString(),
      expectedEnd: at(-daysAhead, 22).toISOString(),
      locationID,
      transactionTypeID,
      lineLength,
      remarks,
    },
  })
  const { data: single } = await manager!(pieceCalls.list, {
    query: { locationID: String(locationID), pageSize: '100' },
  })
  const pieces = [
    ...itemCodes.map((code) => ({ itemID: itemIDOf(code), price: priceInLive(priceOf(code)) })),
    // Each is of another item, because their prices are those of their items.
    ...[...new Map(single.map((one) => [one.itemID, one])).values()]
      .slice(0, singlePieces)
      .map(({ itemID, pieceID }) => ({ itemID, pieceID })),
  ]
  await manager!(lives.setPieces, { id: made.liveID, body: { pieces, updatedAt: made.updatedAt } })
}

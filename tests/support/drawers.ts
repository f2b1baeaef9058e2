// Drawers for tests: makes and opens them through HTTP, and counts any amount by its notes and coins.
import { type CountedCash, denominations, type DrawerCurrency } from '../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../contract/drawers/drawer-sessions.ts'
import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import type { testApp } from './fixtures.ts'

type Call = ReturnType<Awaited<ReturnType<typeof testApp>>['as']>

/** Returns the fewest notes and coins of an amount, which ends in .00, .25, .50 or .75. */
export function cashOf(amount: number, currency: DrawerCurrency = 'PHP'): CountedCash[] {
  let left = toCentavos(amount)
  const forms = ['note', 'coin'] as const
  const cash = forms.flatMap((form) =>
    denominations[currency][form].map((value) => {
      const quantity = Math.floor(left / toCentavos(value))
      left -= quantity * toCentavos(value)
      return { form, value, quantity }
    }),
  )
  if (left !== 0) throw new Error(`${fromCentavos(left)} of ${amount} ${currency} cannot be counted`)
  return cash.filter(({ quantity }) => quantity > 0)
}

/** Returns the body of a count of pesos, and of yen where they are given. */
export const countOf = (pesos: number, yen?: number) => ({
  counts: [
    { currency: 'PHP' as const, cash: cashOf(pesos) },
    ...(yen === undefined ? [] : [{ currency: 'JPY' as const, cash: cashOf(yen, 'JPY') }]),
  ],
})

let made = 0

/** Makes a location with drawers, and returns their keys. */
export async function makeDrawers(manager: Call, names: readonly string[], countsYen = false) {
  const place = await manager('POST', '/api/v1/locations', { locationName: `Shop ${++made}` })
  const { locationID } = place.body.data as { locationID: number }
  const drawerIDs: number[] = []
  for (const drawerName of names) {
    const { body } = await manager('POST', '/api/v1/drawers', { drawerName, locationID, countsYen })
    drawerIDs.push(body.data.drawerID)
  }
  return { locationID, drawerIDs }
}

/** Opens a drawer and returns its session. */
export async function open(who: Call, drawerID: number, pesos = 1000, yen?: number): Promise<DrawerSessionRow> {
  const { status, body } = await who('POST', `/api/v1/drawers/${drawerID}/sessions`, countOf(pesos, yen))
  if (status !== 201) throw new Error(body.message)
  return body.data
}

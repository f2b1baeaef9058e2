import { certificates as certificateCalls } from '../../contract/sales/certificates.ts'
import { sales } from '../../contract/sales/sales.ts'
import { pieces, uomOf } from './pieces.ts'
import type { OpenShop } from './shop.ts'

const mostIssued = 12
/** The place of the certificate that is replaced, because its paper was lost. */
const lost = 4

/**
 * Issues certificates for the last sales at the counter, each at the moment of its sale. `at` sets the shop's clock. One
 * is replaced the day after. Call it when the pieces have their pictures and translations.
 */
export async function issueCertificates(shop: OpenShop, at: (moment: Date) => void) {
  const sold = [...shop.sold]
    .filter(
      ([, { fate, refund, lines }]) =>
        fate.is === 'counter' && !refund && lines.every(({ piece }) => uomOf(pieces[piece]!) !== 'BULK'),
    )
    .slice(-mostIssued)
  const [manager, , clerk] = shop.crew
  for (const [n, [key]] of sold.entries()) {
    const id = shop.saleIDs.get(key)!
    const { data: sale } = await clerk!(sales.get, { id })
    const completed = new Date(sale.completedAt!)
    at(completed)
    const lines = sale.items.slice(0, 1).map(({ salesItemID }) => ({ salesItemID, count: 1 }))
    const { data } = await clerk!(certificateCalls.issueForSale, { id, body: { lines } })
    if (n !== lost) continue
    await manager!(certificateCalls.reissue, {
      id: data[0]!.certificateID,
      body: { reason: 'lost', note: 'Lost in a move' },
    })
  }
}

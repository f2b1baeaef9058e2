import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { buyerCustomers, type BuyerRow, buyers, describeHandle } from '../../../../contract/sales/buyers.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { messageOf } from '../../../lib/api.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'

/** Lists the handles that are joined to a customer. A manager parts them. */
export function CustomerBuyers({ id }: { id: number }) {
  const mayPart = may(useAccount(), 'buyers.part')
  const { data, error } = useQuery(readQuery(buyers.list, { query: { customerID: id, pageSize: 100 } }))
  if (error) return <p role="alert">Error: {messageOf(error)}</p>
  // Most customers have no handle.
  if (!data || data.data.length === 0) return null
  return (
    <section className="panel record-facts customer-buyers" aria-label="Buyers">
      <h2>Buyers</h2>
      <ul>
        {data.data.map((buyer) => (
          <li key={buyer.buyerID}>
            <Link className="link" to={recordPathOf(screens.buyers, buyer.buyerID)}>
              {describeHandle(buyer)}
            </Link>
            {mayPart && <PartButton buyer={buyer} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function PartButton({ buyer }: { buyer: BuyerRow }) {
  const dialogs = useDialogs()
  const write = useWrite(buyerCustomers.part)

  async function part() {
    const sure = await dialogs.confirm({
      title: 'Part Buyer',
      text: `The sales of ${describeHandle(buyer)} then no longer belong to ${buyer.customerName}.`,
      action: 'Part',
      danger: true,
    })
    if (!sure) return
    try {
      await write.mutateAsync({ id: buyer.buyerID })
    } catch (error) {
      await dialogs.error('Not Parted', (error as Error).message)
    }
  }
  return (
    <Button
      size="sm"
      aria-label={`Part ${describeHandle(buyer)}`}
      loading={write.isPending}
      onClick={() => void part()}
    >
      Part
    </Button>
  )
}

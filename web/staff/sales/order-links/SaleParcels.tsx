import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type ParcelRow, parcels } from '../../../../contract/order-page/parcels.ts'
import { formatDay } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ParcelForm } from './ParcelForm.tsx'

/** Shows the parcels of a sale, which its buyer reads on the page of the order, and adds, corrects and removes them. */
export function SaleParcels({ id, isCanceled }: { id: number; isCanceled: boolean }) {
  const account = useAccount()
  const dialogs = useDialogs()
  const [edited, setEdited] = useState<ParcelRow | 'new' | null>(null)
  const { data } = useQuery(readQuery(parcels.ofSale, { id }))
  const remove = useWrite(parcels.remove)
  if (!data) return null
  const canWrite = may(account, 'sales.write')
  if (data.data.length === 0 && (isCanceled || !canWrite)) return null

  async function onRemove({ parcelID, carrier }: ParcelRow) {
    const sure = await dialogs.confirm({
      title: 'Remove the parcel?',
      text: `The buyer no longer sees this parcel of ${carrier}.`,
      action: 'Remove parcel',
    })
    if (sure) remove.mutate({ id, parcelID }, { onError: (failure) => toasts.error(failure.message) })
  }
  return (
    <section className="sec order-links sale-parcels" aria-label="Parcels">
      <h3 aria-level={2}>Parcels</h3>
      <ul>
        {data.data.map((parcel) => (
          <li key={parcel.parcelID} aria-label={`${parcel.carrier} ${parcel.trackingNumber}`}>
            <b>
              {parcel.carrier} <span className="num">{parcel.trackingNumber}</span>
            </b>
            <small>
              {[`sent on ${formatDay(parcel.sentOn)}`, parcel.note].filter(Boolean).join('; ')}
              {parcel.trackingAddress !== null && (
                <>
                  {'; '}
                  <a className="link" href={parcel.trackingAddress} target="_blank" rel="noreferrer">
                    Track
                  </a>
                </>
              )}
            </small>
            {canWrite && (
              <div className="order-links-buttons">
                <Button size="xs" variant="subtle" onClick={() => setEdited(parcel)}>
                  Correct
                </Button>
                <Button size="xs" variant="subtle" onClick={() => void onRemove(parcel)}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {canWrite && !isCanceled && (
        <div className="order-links-buttons">
          <Button onClick={() => setEdited('new')}>Add a parcel</Button>
        </div>
      )}
      {edited !== null && (
        <ParcelForm id={id} stored={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}

import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'

import { type BuyerRow, buyers, describeHandle, platforms } from '../../../../contract/sales/buyers.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { SelectField, StatusField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { activeFilter, ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'
import { ImportLink } from '../../imports/ImportLink.tsx'
import { useExport } from '../../imports/useExport.ts'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { JoinBuyer } from './JoinBuyer.tsx'

const platformOptions = platforms.map((platform) => ({ value: platform, label: platform }))

const createScreen = (join: (buyer: BuyerRow) => void): ScreenOf<typeof buyers> => ({
  calls: buyers,
  what: 'Buyer',
  title: 'BUYER LIST',
  name: 'buyers',
  label: 'Buyers',
  columns: [
    { field: 'buyerID', kind: 'key', header: 'Buyer ID' },
    { field: 'handle', header: 'Handle', card: 'title' },
    { field: 'platform', header: 'Platform', card: 'value' },
    { field: 'contact', kind: 'code', header: 'Contact', card: 'detail' },
    { field: 'remarks', kind: 'long', header: 'Remarks' },
    {
      header: 'Customer',
      value: (buyer) => buyer.customerName,
      cell: (buyer) => <CustomerOf buyer={buyer} onJoin={join} />,
      sort: 'customerName',
      card: 'extra',
    },
    { field: 'status', kind: 'active', header: 'Status', card: 'status' },
  ],
  rowID: (buyer) => buyer.buyerID,
  nameOf: (buyer) => buyer.handle,
  search: 'Handle, contact or remarks',
  filters: [{ field: 'platform', label: 'All platforms', options: platformOptions }, activeFilter],
  empty: { title: 'No buyers yet', text: 'Enter handles of people in lives and chats, or let a sale enter them.' },
  Fields: ({ control, stored }) => (
    <>
      <div className="two">
        <SelectField control={control} name="platform" label="Platform" required options={platformOptions} />
        <TextField control={control} name="handle" label="Handle" required />
      </div>
      <TextField control={control} name="contact" label="Contact" />
      <TextAreaField control={control} name="remarks" label="Remarks" />
      {stored && <StatusField control={control} name="status" />}
    </>
  ),
})

/** Lists the handles, and joins them to customers. */
export function BuyersPage() {
  const [joining, setJoining] = useState<BuyerRow | null>(null)
  const exported = useExport('buyers')
  const screen = useMemo(() => createScreen(setJoining), [])
  return (
    <>
      <ListScreen of={screen} tabs={<ScreenTabs of={screens.customers} />} exported={exported}>
        <ImportLink kind="buyers" />
      </ListScreen>
      {joining && <JoinBuyer buyer={joining} onClose={() => setJoining(null)} />}
    </>
  )
}

/** Shows the customer of a buyer, or the button that joins the buyer to one. */
function CustomerOf({ buyer, onJoin }: { buyer: BuyerRow; onJoin: (buyer: BuyerRow) => void }) {
  const stop = (event: { stopPropagation: () => void }) => event.stopPropagation()
  if (buyer.customerID !== null)
    return (
      <Link className="link" to={recordPathOf(screens.customers, buyer.customerID)} onClick={stop}>
        {buyer.customerName}
      </Link>
    )
  return (
    <Button
      size="sm"
      aria-label={`Join ${describeHandle(buyer)} to a customer`}
      onClick={(event) => {
        stop(event)
        onJoin(buyer)
      }}
    >
      Join
    </Button>
  )
}

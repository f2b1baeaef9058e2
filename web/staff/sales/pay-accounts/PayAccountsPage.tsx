import './payAccounts.css'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'

import {
  describeAccount,
  formatAccountNumber,
  payAccountKinds,
  payCurrencies,
} from '../../../../contract/pay-accounts/pay-account-rules.ts'
import { type PayAccountRow, payAccounts } from '../../../../contract/pay-accounts/pay-accounts.ts'
import { call } from '../../../lib/api.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { columnOf } from '../../../ui/screen/columns.tsx'
import { activeFilter } from '../../../ui/screen/ListScreen.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { OrderAccounts } from './OrderAccounts.tsx'
import { CreateAccount, EditAccount } from './PayAccountForm.tsx'

const createColumns = (timeZone: string): Columns<typeof payAccounts.list> => [
  columnOf(payAccounts.list, { field: 'position', header: 'Place' }, timeZone),
  columnOf(payAccounts.list, { field: 'kind', header: 'Kind', card: 'title' }, timeZone),
  columnOf(payAccounts.list, { field: 'bankOrWallet', header: 'Bank or Wallet', card: 'value' }, timeZone),
  columnOf(payAccounts.list, { field: 'holder', header: 'Holder', card: 'detail' }, timeZone),
  {
    header: 'Number',
    value: (account) => account.number,
    cell: (account) => (
      <span className="account-number">
        <span>{formatAccountNumber(account)}</span>
        <CopyButton text={account.number} of={`the number of the ${describeAccount(account)}`} />
      </span>
    ),
    sort: 'number',
    card: 'extra',
  },
  columnOf(payAccounts.list, { field: 'currency', header: 'Currency' }, timeZone),
  { header: 'QR Code', value: ({ hasQr }) => (hasQr ? 'Yes' : '') },
  columnOf(payAccounts.list, { field: 'paymentTypeName', header: 'Payment Type' }, timeZone),
  {
    header: 'References',
    value: ({ referencesRepeat }) => (referencesRepeat ? 'Repeat' : ''),
  },
  columnOf(payAccounts.list, { field: 'note', kind: 'long', header: 'Note' }, timeZone),
  columnOf(payAccounts.list, { field: 'status', kind: 'active', header: 'Status', card: 'status' }, timeZone),
]

const filters = [
  {
    field: 'kind',
    label: 'All kinds',
    options: payAccountKinds.map((kind) => ({ value: kind, label: kind })),
  },
  {
    field: 'currency',
    label: 'Any currency',
    options: payCurrencies.map((currency) => ({ value: currency, label: currency })),
  },
  activeFilter,
] as const

/** Lists the accounts into which buyers pay. An administrator changes them with the password. */
export function PayAccountsPage() {
  const [isCreating, setCreating] = useState(false)
  const [ordering, setOrdering] = useState<readonly PayAccountRow[] | null>(null)
  const opened = useOpenedRecord()
  const timeZone = useTimeZone()
  const columns = useMemo(() => createColumns(timeZone), [timeZone])
  const open = ({ payAccountID }: PayAccountRow) => opened.open(payAccountID)
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Payment Account
    </Button>
  )

  /** Reads the order anew, because the list shows one page, in the order of any column. */
  async function startOrdering() {
    try {
      const { data } = await call(payAccounts.list, { query: { status: 'true', pageSize: 100 } })
      if (data.length < 2) toasts.error('An order needs two active accounts')
      else setOrdering(data)
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }

  return (
    <>
      <PageHeader title="PAYMENT ACCOUNT LIST">
        <Button onClick={() => void startOrdering()}>Change order</Button>
        {create}
      </PageHeader>
      <QueryTable
        name="payment-accounts"
        label="Payment Accounts"
        list={payAccounts.list}
        columns={[...columns, editColumn<typeof payAccounts.list>(open, describeAccount)]}
        rowID={({ payAccountID }) => payAccountID}
        search="Bank, holder, number or note"
        filters={filters}
        empty={{
          title: 'No payment accounts yet',
          text: 'Enter the accounts into which buyers pay: their order page shows them.',
          action: create,
        }}
        onOpen={open}
      />
      {isCreating && <CreateAccount onClose={() => setCreating(false)} />}
      {ordering && <OrderAccounts accounts={ordering} onClose={() => setOrdering(null)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={payAccounts.get}
          id={opened.id}
          title="Edit Payment Account"
          onClose={opened.close}
        >
          {(account) => <EditAccount account={account} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}

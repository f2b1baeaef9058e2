import './customer.css'
import '../overdue.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { type CustomerRow, customers } from '../../../../contract/sales/customers.ts'
import { saleStatuses } from '../../../../contract/sales/sale-statuses.ts'
import { sales } from '../../../../contract/sales/sales.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatMoment, formatPeso, formatQuantity } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Fact } from '../../../ui/Fact.tsx'
import { FailureText } from '../../../ui/FailureText.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { FailedRecord } from '../../../ui/table/FailedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { SaleStatus } from '../list/SaleStatus.tsx'
import { CustomerMessages } from '../messages/CustomerMessages.tsx'
import { CustomerBuyers } from './CustomerBuyers.tsx'
import { CustomerCredit } from './CustomerCredit.tsx'
import { CustomerDataMenu } from './CustomerData.tsx'
import { customerFailed } from './CustomerForm.tsx'

/** Shows one customer: contact data, sales and outstanding balance. */
export function CustomerPage({ id, back, onEdit }: { id: number; back: string; onEdit: () => void }) {
  const me = useAccount()
  const { data, error, refetch } = useQuery(readQuery(customers.get, { id }))
  const listLink = (
    <Link className="link back" to={back}>
      ‹ CUSTOMER LIST
    </Link>
  )
  if (!data)
    return (
      <>
        {listLink}
        {error?.status === 404 ? (
          <FailedRecord error={error} back={{ label: 'CUSTOMER LIST', to: back }} onRetry={() => void refetch()} />
        ) : error ? (
          <div className="failed" role="alert">
            <p>Error: {customerFailed(error)}</p>
            <p>{messageOf(error)}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <output>Loading...</output>
        )}
      </>
    )
  return (
    <>
      {listLink}
      <PageHeader title={data.data.customerName}>
        <Button component={Link} to={`${recordPathOf(screens.customers, id)}&statement=1`}>
          Statement
        </Button>
        <Button onClick={onEdit}>Edit</Button>
        {may(me, 'customers.data') && <CustomerDataMenu customer={data.data} />}
      </PageHeader>
      <CustomerFacts customer={data.data} />
      <CustomerFigures id={id} />
      <CustomerBuyers id={id} />
      <CustomerCredit id={id} />
      <CustomerMessages id={id} />
      <CustomerSales id={id} />
    </>
  )
}

function CustomerFacts({ customer }: { customer: CustomerRow }) {
  return (
    <section className="panel record-facts customer-facts" aria-label="Details">
      <dl>
        <Fact name="Customer ID">{customer.customerID}</Fact>
        <Fact name="Customer type">{customer.customerType?.TypeName ?? 'N/A'}</Fact>
        <Fact name="Contact no">{customer.contactNo}</Fact>
        <Fact name="Email">{customer.email}</Fact>
        <Fact name="Address">{customer.address}</Fact>
      </dl>
    </section>
  )
}

function CustomerFigures({ id }: { id: number }) {
  const timeZone = useTimeZone()
  const { data, error } = useQuery(readQuery(customers.summary, { id }))
  if (error)
    return (
      <section className="panel customer-figures no-figures" aria-label="Sales in figures">
        <FailureText error={error} role="alert" />
      </section>
    )
  const summary = data?.data
  return (
    <section className="panel record-facts customer-figures" aria-label="Sales in figures" aria-busy={!summary}>
      <dl>
        <Fact name="Total spend">{summary ? formatPeso(summary.totalSpend) : '…'}</Fact>
        <Fact name="Sales">
          {summary ? formatQuantity(summary.totalSales) : '…'}
          {summary?.lastSaleAt && <small>The last on {formatMoment(summary.lastSaleAt, timeZone)}</small>}
        </Fact>
        <Fact name="Open balance">
          {summary ? formatPeso(summary.openBalance) : '…'}
          {summary && summary.openSales > 0 && (
            <small>{summary.openSales === 1 ? '1 open sale' : `${formatQuantity(summary.openSales)} open sales`}</small>
          )}
        </Fact>
        <Fact name="Overdue">
          <span className={summary && summary.overdueAmount > 0 ? 'overdue' : undefined}>
            {summary ? formatPeso(summary.overdueAmount) : '…'}
          </span>
        </Fact>
      </dl>
    </section>
  )
}

function CustomerSales({ id }: { id: number }) {
  const timeZone = useTimeZone()
  return (
    <QueryTable
      name="customer-sales"
      label="Sales"
      list={sales.list}
      fixed={{ customerID: id }}
      columns={createColumns(timeZone)}
      rowID={(s) => s.salesTransactionID}
      filters={filters}
      empty={{ title: 'No sales yet', text: 'What this customer buys is listed here.' }}
    />
  )
}

const filters = [
  {
    field: 'status',
    label: 'Any status',
    options: saleStatuses.map((status) => ({ value: status, label: status })),
  },
] as const

const createColumns = (timeZone: string): Columns<typeof sales.list> => [
  {
    header: 'Transaction Number',
    value: (s) => s.transactionNumber,
    cell: (s) => (
      <Link className="link" to={recordPathOf(screens.sales, s.salesTransactionID)}>
        {s.transactionNumber}
      </Link>
    ),
    sort: 'transactionNumber',
    card: 'title',
  },
  { header: 'Location', value: (s) => s.location.locationName, sort: 'locationName', card: 'extra' },
  { header: 'Transaction Type', value: (s) => s.transactionType.transactionName, sort: 'transactionName' },
  {
    header: 'Total Purchase',
    value: (s) => s.totalPurchase,
    cell: (s) => formatPeso(s.totalPurchase),
    sort: 'totalPurchase',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Refunded',
    value: (s) => s.refundedAmount,
    cell: (s) => formatPesoOrDash(s.refundedAmount),
    align: 'right',
  },
  { header: 'Balance', value: (s) => s.balance, cell: (s) => formatPesoOrDash(s.balance), align: 'right' },
  {
    header: 'Transaction Date',
    value: (s) => formatMoment(s.transactionDate, timeZone),
    sort: 'transactionDate',
    card: 'detail',
  },
  {
    header: 'Status',
    value: (s) => s.status,
    cell: (s) => <SaleStatus sale={s} />,
    sort: 'status',
    card: 'status',
  },
]

/** Formats an amount, or a dash for 0. */
const formatPesoOrDash = (pesos: number) => (pesos === 0 ? '–' : formatPeso(pesos))

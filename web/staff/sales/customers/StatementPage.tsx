import './statement.css'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import {
  type CustomerStatement,
  listAges,
  listCreditFigures,
  nameFigure,
  statementFileName,
  statements,
} from '../../../../contract/sales/statements.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { describeRate } from '../../../../contract/tax/tax-papers.ts'
import { callForFile, callForStream } from '../../../lib/api.ts'
import { formatDay, formatPeso, today } from '../../../lib/format.ts'
import { readPeriod } from '../../../lib/periods.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { DownloadMenu } from '../../../ui/DownloadMenu.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { FailureText } from '../../../ui/FailureText.tsx'
import { inPlace } from '../../../ui/inPlace.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PeriodChoice, replacePeriod } from '../../../ui/PeriodChoice.tsx'
import { Loading } from '../../../ui/table/ListStates.tsx'
import { useDownload } from '../../../ui/table/useDownload.ts'
import { WideTable } from '../../../ui/table/WideTable.tsx'
import { usePdf } from '../../../ui/usePdf.ts'
import { usePhone } from '../../../ui/usePhone.ts'

/** Shows a customer's sales, payments, refunds and balance in a period, with files of it. */
export function StatementPage({ id }: { id: number }) {
  const [search, setSearch] = useSearchParams()
  const day = today(useTimeZone())
  const period = readPeriod(search, day, 'all')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readQuery(statements.get, { id, query: period.days }),
    placeholderData: keepPreviousData,
  })
  const statement = data?.data
  return (
    <>
      <Link className="link back" to={recordPathOf(screens.customers, id)}>
        ‹ CUSTOMER
      </Link>
      <PageHeader title={statement ? `Statement of ${statement.customerName}` : 'Statement'}>
        {statement && <StatementFiles statement={statement} />}
      </PageHeader>
      {statement && <StatementFigures statement={statement} />}
      <section className="panel" aria-label="Entries" aria-busy={isPlaceholderData}>
        <search className="tools">
          <PeriodChoice
            size="sm"
            period={period}
            today={day}
            onChange={(changed) => setSearch(replacePeriod(search, changed), inPlace)}
          />
        </search>
        {error ? (
          <div className="failed" role="alert">
            <FailureText error={error} />
            {error.status === 404 ? (
              <Button component={Link} to={screens.customers}>
                Show the list
              </Button>
            ) : (
              <Button onClick={() => void refetch()}>Try again</Button>
            )}
          </div>
        ) : statement ? (
          <StatementEntries statement={statement} />
        ) : (
          <Loading rows={6} pics={false} />
        )}
      </section>
    </>
  )
}

function StatementFiles({ statement }: { statement: CustomerStatement }) {
  const { customerID: id, from, to } = statement
  const { making, makePdf } = usePdf()
  const file = useDownload()
  const query = { to, ...(from !== null && { from }) }
  const name = statementFileName(statement)

  function downloadCsv() {
    void file.download(`${name}.csv`, (signal) =>
      callForStream(statements.get, { id, query: { ...query, format: 'csv' } }, { signal }),
    )
  }
  return (
    <DownloadMenu
      loading={making || file.progress !== null}
      files={[
        { label: 'PDF', onDownload: () => void makePdf(name, () => callForFile(statements.pdf, { id, query })) },
        { label: 'CSV', onDownload: downloadCsv },
      ]}
    />
  )
}

function StatementFigures({ statement }: { statement: CustomerStatement }) {
  const { from, to, opening, charged, paid, balance, aging, taxes } = statement
  const ages = listAges(aging)
  const credit = listCreditFigures(statement)
  return (
    <section className="panel record-facts customer-figures statement-figures" aria-label="Balance">
      <dl>
        {from !== null && <Fact name={`Balance before ${formatDay(from)}`}>{formatPeso(opening)}</Fact>}
        <Fact name="Charged">{formatPeso(charged)}</Fact>
        <Fact name="Paid">{formatPeso(paid)}</Fact>
        <Fact name={`Balance on ${formatDay(to)}`}>{formatPeso(balance)}</Fact>
      </dl>
      {ages.length > 0 && (
        <dl className="aging" aria-label="Balance by age">
          {ages.map(({ name, amount }) => (
            <Fact key={name} name={name}>
              {formatPeso(amount)}
            </Fact>
          ))}
        </dl>
      )}
      {credit.length > 0 && (
        <dl>
          {credit.map((figure) => (
            <Fact key={figure.name} name={nameFigure(figure)}>
              {formatPeso(figure.amount)}
            </Fact>
          ))}
        </dl>
      )}
      {taxes.length > 0 && (
        <dl aria-label="Tax">
          {taxes.map((rate) => (
            <Fact key={rate.taxRateID} name={`${describeRate(rate)} on ${formatPeso(rate.base)}`}>
              {formatPeso(rate.tax)}
            </Fact>
          ))}
        </dl>
      )}
    </section>
  )
}

const formatAmount = (amount: number) => (amount === 0 ? '' : formatPeso(amount))

type Entry = CustomerStatement['entries'][number]
const SaleLink = ({ entry }: { entry: Entry }) => (
  <Link className="link" to={recordPathOf(screens.sales, entry.salesTransactionID)}>
    {entry.transactionNumber}
  </Link>
)

function StatementEntries({ statement: { entries } }: { statement: CustomerStatement }) {
  const phone = usePhone()
  if (entries.length === 0) return <p className="statement-none">Nothing happened on these days.</p>
  if (phone)
    return (
      // Safari needs the explicit role: it drops list semantics without bullets.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <ul className="cards" role="list" aria-label="Statement">
        {entries.map((entry, n) => (
          <li key={n}>
            <div data-card="title">{entry.kind}</div>
            <div data-card="value">{formatPeso(entry.charge - entry.paid).replace('-', '−')}</div>
            <div data-card="detail">
              <SaleLink entry={entry} /> {entry.details}
            </div>
            <div data-card="extra">
              {formatDay(entry.day)}, balance {formatPeso(entry.balance)}
            </div>
          </li>
        ))}
      </ul>
    )
  return (
    <WideTable>
      <table className="table statement" aria-label="Statement">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Entry</th>
            <th scope="col">Sale</th>
            <th scope="col">Details</th>
            <th scope="col" className="r">
              Charge
            </th>
            <th scope="col" className="r">
              Paid
            </th>
            <th scope="col" className="r">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, n) => (
            <tr key={n}>
              <td>{formatDay(entry.day)}</td>
              <td data-card="title">{entry.kind}</td>
              <td>
                <SaleLink entry={entry} />
              </td>
              <td>{entry.details}</td>
              <td className="r">{formatAmount(entry.charge)}</td>
              <td className="r">{formatAmount(entry.paid)}</td>
              <td className="r">{formatPeso(entry.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

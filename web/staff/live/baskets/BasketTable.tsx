import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatPeso } from '../../../lib/format.ts'
import { CopyIcon, FlagIcon, ViewIcon } from '../../../ui/icons.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { CardSlot } from '../../../ui/table/columns.ts'
import { SortHeader } from '../../../ui/table/SortHeader.tsx'
import { WideTable } from '../../../ui/table/WideTable.tsx'
import {
  type BasketActs,
  BasketBuyer,
  BasketHold,
  BasketLanguage,
  BasketPage,
  BasketPieces,
  BasketProofs,
} from './BasketCells.tsx'
import type { BasketSort } from './basketOrder.ts'
import { isUnpaid, nameOfBasket } from './basketRules.ts'

/** The columns. A tablet shows those that have a place on a card. */
const columns: readonly { sort: BasketSort; header: string; align?: 'r'; card?: CardSlot }[] = [
  { sort: 'buyer', header: 'Buyer', card: 'title' },
  { sort: 'pieces', header: 'Pieces', card: 'detail' },
  { sort: 'total', header: 'Total', align: 'r' },
  { sort: 'paid', header: 'Paid', align: 'r' },
  { sort: 'balance', header: 'To pay', align: 'r', card: 'value' },
  { sort: 'held', header: 'Held until' },
  { sort: 'page', header: 'Order page', card: 'extra' },
  { sort: 'status', header: 'Status', card: 'status' },
]

/** The baskets of a page as a table, which every column sorts. */
export function BasketTable({
  live,
  baskets,
  sort,
  onSort,
  ...acts
}: {
  live: LiveRow
  baskets: readonly LiveBasketRow[]
  sort: string
  onSort: (sort: string) => void
} & BasketActs) {
  return (
    <WideTable>
      <table className="table list wide many baskets" aria-label="Baskets">
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader
                key={column.sort}
                sort={column.sort}
                sorted={sort}
                onSort={onSort}
                className={column.align}
                data-card={column.card}
              >
                {column.header}
              </SortHeader>
            ))}
            <th scope="col" className="r" data-acts>
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {baskets.map((basket) => (
            <BasketRow key={basket.basketID} basket={basket} live={live} {...acts} />
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function BasketRow({ basket, live, ...acts }: { basket: LiveBasketRow; live: LiveRow } & BasketActs) {
  const cells: Record<BasketSort, ReactNode> = {
    buyer: <BasketBuyer basket={basket} />,
    pieces: <BasketPieces basket={basket} live={live} />,
    total: formatPeso(basket.totalPurchase),
    paid: formatPeso(basket.paid),
    balance: (
      <>
        {isUnpaid(basket) ? <b>{formatPeso(basket.balance)}</b> : formatPeso(basket.balance)}
        <BasketProofs basket={basket} />
      </>
    ),
    held: <BasketHold basket={basket} />,
    page: (
      <>
        <BasketPage basket={basket} />
        <BasketLanguage basket={basket} />
      </>
    ),
    status: <StatusBadge status={basket.saleStatus} />,
  }
  return (
    <tr>
      {columns.map(({ sort, align, card }) => (
        <td key={sort} className={align} data-card={card}>
          {cells[sort]}
        </td>
      ))}
      <td data-acts>
        <RowActs basket={basket} {...acts} />
      </td>
    </tr>
  )
}

function RowActs({ basket, onSend, onMark }: { basket: LiveBasketRow } & BasketActs) {
  const name = nameOfBasket(basket)
  const isFirst = basket.sentAt === null
  return (
    <div className="acts">
      {onMark && (
        <button
          type="button"
          className="ib sm"
          title="Marks"
          aria-label={`Marks of ${name}`}
          onClick={() => onMark(basket)}
        >
          <FlagIcon />
        </button>
      )}
      {isUnpaid(basket) && (
        <button
          type="button"
          className="ib sm"
          title={isFirst ? 'Send the order page' : 'Send again'}
          aria-label={isFirst ? `Send ${name} the order page` : `Send again to ${name}`}
          onClick={() => onSend(basket)}
        >
          <CopyIcon />
        </button>
      )}
      <Link
        className="ib sm"
        title={basket.transactionNumber}
        aria-label={`Open ${basket.transactionNumber}`}
        to={recordPathOf(screens.sales, basket.salesTransactionID)}
      >
        <ViewIcon />
      </Link>
    </div>
  )
}

import './itemPage.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { describeDaysGold } from '../../../contract/pricing/days-gold.ts'
import { sales } from '../../../contract/sales/sales.ts'
import { englishNames } from '../../../contract/shared/languages.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { revaluations } from '../../../contract/stock/revaluations.ts'
import { formatMoment, formatPeso, formatWeight } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { useDialogOpen } from '../../ui/dialog/dialogs.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type Columns, QueryTable } from '../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../ui/table/RecordPage.tsx'
import { ItemPieces } from '../shared/ItemPieces.tsx'
import { Gallery } from '../shared/pictures/Gallery.tsx'
import { formatAmount } from '../shared/stock.ts'
import { useDaysGold } from '../shared/useDaysGold.ts'
import { useMarginShown } from '../shared/useMarginShown.ts'
import { ItemAssay } from './ItemAssay.tsx'
import { ItemPricing } from './ItemPricing.tsx'
import { formatLeadTime, ItemStock } from './ItemStock.tsx'
import { Revaluations } from './Revaluations.tsx'

/** The actions of an item. The screen of the items shows their dialogs. */
export type ItemActions = {
  onEdit: (item: ItemRow) => void
  onLabels: (item: ItemRow) => void
  onDuplicate: (item: ItemRow) => void
  /** Missing for a person who may not revalue items. */
  onRevalue: ((item: ItemRow) => void) | undefined
}

/** Shows one item on a page: pictures, figures, details, stock and sales. */
export function ItemPage({ id, back, ...actions }: { id: number; back: string } & ItemActions) {
  return (
    <RecordPage trail get={items.get} id={id} back={{ label: 'ITEM LIST', to: back }}>
      {(item) => <ItemContent item={item} {...actions} />}
    </RecordPage>
  )
}

function ItemContent({ item, onEdit, onLabels, onDuplicate, onRevalue }: { item: ItemRow } & ItemActions) {
  return (
    <>
      <title>{item.itemName}</title>
      <PageHeader title={item.itemName}>
        <Button onClick={() => onLabels(item)}>Print Labels</Button>
        <Button onClick={() => onDuplicate(item)}>Duplicate</Button>
        {onRevalue && <Button onClick={() => onRevalue(item)}>Revalue</Button>}
        <Button variant="filled" onClick={() => onEdit(item)}>
          Edit
        </Button>
      </PageHeader>
      <div className="item-page with-gallery">
        <Gallery key={item.itemID} images={item.images} name={item.itemName} />
        <div>
          <ItemNumbers item={item} />
          <ItemFacts item={item} />
        </div>
      </div>
      <div className="item-tables">
        <ItemPieces item={item} />
        <ItemSales item={item} />
      </div>
    </>
  )
}

function ItemNumbers({ item }: { item: ItemRow }) {
  const mayValue = may(useAccount(), 'stock.revalue')
  const { data } = useQuery({ ...readQuery(revaluations.value, { id: item.itemID }), enabled: mayValue })
  const [showsMargin, rememberMargin] = useMarginShown()
  const isCovered = useDialogOpen()
  useShortcuts(
    'The item',
    [{ key: 'Alt+m', what: 'Show or hide the margin', run: () => rememberMargin(!showsMargin) }],
    item.cost !== undefined && !isCovered,
  )
  const gold = useDaysGold(item.netGrams !== null)(item, item.price)
  return (
    <section className="panel record-facts item-numbers" aria-label="Figures">
      <dl>
        <Fact name="Price">
          {formatPeso(item.price)}
          <small>
            <ItemAssay
              item={item}
              gold={gold && describeDaysGold(gold, { hasStone: item.stone !== null })}
              hidesMargin={!showsMargin}
            />
          </small>
          <ItemPricing item={item} />
        </Fact>
        {item.cost !== undefined && <Fact name="Cost">{formatPeso(item.cost)}</Fact>}
        <Fact name="Available">{formatAmount(item.available, item)}</Fact>
        {mayValue && <Fact name="Value of the stock">{data ? formatPeso(data.data.value) : '…'}</Fact>}
      </dl>
    </section>
  )
}

function ItemFacts({ item }: { item: ItemRow }) {
  return (
    <section className="panel record-facts" aria-label="Details">
      <dl>
        <Fact name="Item code">{item.itemCode}</Fact>
        <Fact name="Category">{item.categoryName}</Fact>
        <Fact name="Status">
          <StatusBadge status={item.status} />
        </Fact>
        <Fact name="On the site">{item.onSite ? 'Yes' : 'No'}</Fact>
        <Fact name="Barcode">{item.barcode}</Fact>
        <Fact name="UOM">{item.uom}</Fact>
        <Fact name="Grams">{formatWeight(item.grams)}</Fact>
        <Fact name="Net weight">{item.netGrams && formatWeight(item.netGrams)}</Fact>
        <Fact name="Metal">{item.metal}</Fact>
        <Fact name="Stone">{item.stone}</Fact>
        <Fact name="Size">{item.size}</Fact>
        <Fact name="Certificate number">{item.certificateNumber}</Fact>
        <Fact name="Lead time">{formatLeadTime(item.leadTimeDays)}</Fact>
        <Fact name="Description">{item.description}</Fact>
        {item.translations.map(({ language, itemName, description }) => (
          <Fact key={language} name={`In ${englishNames[language]}`}>
            <span lang={language}>{[itemName, description].filter(Boolean).join('\n')}</span>
          </Fact>
        ))}
        <ItemStock item={item} />
        <Revaluations itemID={item.itemID} />
      </dl>
    </section>
  )
}

function ItemSales({ item: { itemID } }: { item: ItemRow }) {
  const timeZone = useTimeZone()
  return (
    <QueryTable
      name="item-sales"
      label="Sales"
      list={sales.list}
      fixed={{ itemID }}
      columns={createColumns(timeZone)}
      rowID={(sale) => sale.salesTransactionID}
      filters={[]}
      empty={{ title: 'No sales yet', text: 'The sales with this item are listed here.' }}
    />
  )
}

const createColumns = (timeZone: string): Columns<typeof sales.list> => [
  {
    header: 'Transaction Number',
    value: (sale) => sale.transactionNumber,
    cell: (sale) => (
      <Link className="link" to={recordPathOf(screens.sales, sale.salesTransactionID)}>
        {sale.transactionNumber}
      </Link>
    ),
    sort: 'transactionNumber',
    card: 'title',
  },
  { header: 'Location', value: (sale) => sale.location.locationName, sort: 'locationName', card: 'extra' },
  {
    header: 'Total Purchase',
    value: (sale) => sale.totalPurchase,
    cell: (sale) => formatPeso(sale.totalPurchase),
    sort: 'totalPurchase',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Transaction Date',
    value: (sale) => formatMoment(sale.transactionDate, timeZone),
    sort: 'transactionDate',
    card: 'detail',
  },
  {
    header: 'Status',
    value: (sale) => sale.status,
    cell: (sale) => <StatusBadge status={sale.status} />,
    sort: 'status',
    card: 'status',
  },
]

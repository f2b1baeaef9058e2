import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { sales } from '../../../contract/sales/sales.ts'
import { englishNames } from '../../../contract/shared/languages.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { taxKindNames } from '../../../contract/tax/tax-countries.ts'
import { formatMoment, formatPeso, formatWeight } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { useTax } from '../../lib/tax.ts'
import { focusClass } from '../../theme/focusClass.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { formatAmount } from '../shared/stock.ts'
import { ItemAssay } from './ItemAssay.tsx'
import { ItemPricing } from './ItemPricing.tsx'
import { formatLeadTime, ItemStock } from './ItemStock.tsx'
import { Revaluations } from './Revaluations.tsx'

/** Shows all data of an item, read-only. */
export function ItemDetails({
  item,
  onEdit,
  onDuplicate,
  onLabels,
  onRevalue,
  onOpenPage,
  onClose,
}: {
  item: ItemRow
  onEdit: () => void
  onLabels: () => void
  onDuplicate: () => void
  /** Missing for a person who may not revalue items. */
  onRevalue?: (() => void) | undefined
  /** Opens the item as a page. */
  onOpenPage: () => void
  onClose: () => void
}) {
  const tax = useTax()
  return (
    <Dialog title="ITEM DETAILS AND IMAGES" size={1000} full onClose={onClose}>
      <div className="details">
        <dl>
          <Fact name="Item code">{item.itemCode}</Fact>
          <Fact name="Item name">{item.itemName}</Fact>
          <Fact name="Category">{item.categoryName}</Fact>
          <Fact name="Price">
            {formatPeso(item.price)}
            <br />
            <ItemAssay item={item} />
            <ItemPricing item={item} />
          </Fact>
          {item.cost !== undefined && <Fact name="Cost">{formatPeso(item.cost)}</Fact>}
          <Fact name="Description">{item.description ?? 'No description'}</Fact>
          {item.translations.map(({ language, itemName, description }) => (
            <Fact key={language} name={`In ${englishNames[language]}`}>
              <span lang={language}>{[itemName, description].filter(Boolean).join('\n')}</span>
            </Fact>
          ))}
          <Fact name="Barcode">{item.barcode}</Fact>
          <Fact name="Grams">{formatWeight(item.grams)}</Fact>
          <Fact name="Net weight">{item.netGrams && formatWeight(item.netGrams)}</Fact>
          <Fact name="UOM">{item.uom}</Fact>
          <Fact name="Available">{formatAmount(item.available, item)}</Fact>
          <ItemStock item={item} />
          <Fact name="Karat">{item.karat && <Hallmark karat={item.karat} />}</Fact>
          <Fact name="Metal">{item.metal}</Fact>
          <Fact name="Stone">{item.stone}</Fact>
          <Fact name="Size">{item.size}</Fact>
          <Fact name="Certificate number">{item.certificateNumber}</Fact>
          <Fact name="Lead time">{formatLeadTime(item.leadTimeDays)}</Fact>
          {tax?.taxCountry && <Fact name="Tax class">{taxKindNames[item.taxClass]}</Fact>}
          <Fact name="Status">
            <StatusBadge status={item.status} />
          </Fact>
          <Fact name="On the site">{item.onSite ? 'Yes' : 'No'}</Fact>
          {item.cost !== undefined && <Revaluations itemID={item.itemID} />}
          <LastSales itemID={item.itemID} />
        </dl>
        {item.images.length === 0 ? (
          <p className="no-images">No images available</p>
        ) : (
          <ul aria-label="Images">
            {item.images.map(({ id, url, thumb_url, focus }, n) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noreferrer">
                  <img
                    className={focusClass(focus)}
                    src={thumb_url}
                    srcSet={`${thumb_url} 320w, ${url} 1600w`}
                    sizes={item.images.length === 1 ? '500px' : '250px'}
                    alt={`${item.itemName}, ${n + 1} of ${item.images.length}`}
                    width={320}
                    height={320}
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="dlg-foot">
        <Button onClick={onOpenPage}>Open page</Button>
        <Button onClick={onLabels}>Print Labels</Button>
        <Button onClick={onDuplicate}>Duplicate</Button>
        {onRevalue && <Button onClick={onRevalue}>Revalue</Button>}
        <Button onClick={onEdit}>Edit</Button>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

/** Lists the item's three newest sales, with a link to all of them. */
function LastSales({ itemID }: { itemID: number }) {
  const timeZone = useTimeZone()
  const { data } = useQuery(readQuery(sales.list, { query: { itemID, pageSize: 3 } }))
  if (!data || data.data.length === 0) return null
  return (
    <Fact name="Last sales">
      {data.data.map(({ salesTransactionID, transactionNumber, transactionDate }) => (
        <span key={salesTransactionID} className="line">
          <Link className="link" to={recordPathOf(screens.sales, salesTransactionID)}>
            {transactionNumber}
          </Link>
          {formatMoment(transactionDate, timeZone)}
        </span>
      ))}
      {data.meta.total > data.data.length && (
        <Link className="link" to={`${screens.sales}?itemID=${itemID}`}>
          All {data.meta.total} sales
        </Link>
      )}
    </Fact>
  )
}

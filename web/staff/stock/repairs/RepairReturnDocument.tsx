import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import type { RepairReturnRow } from '../../../../contract/stock/repair-returns.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { PrintHead } from '../../shared/PrintHead.tsx'
import { formatAmount } from '../../shared/stock.ts'
import { describeOutcome } from './outcomes.ts'

/** Shows a repair return. It is final. */
export function RepairReturnDocument({ repairReturn }: { repairReturn: RepairReturnRow }) {
  const timeZone = useTimeZone()
  const { item, itemID, inventoryID, location, createdBy, remarks, pieces } = repairReturn
  const facts = [
    ['Quantity', formatAmount(repairReturn.quantity, item)],
    ...(pieces.length > 0 ? [['Pieces', pieces.map(({ number }) => number).join(', ')]] : []),
    ['Went to', describeOutcome(repairReturn)],
    ['Location', location.locationName],
    ['Date', formatMoment(repairReturn.createdAt, timeZone)],
    ['By', createdBy?.name ?? 'The shop itself'],
    ...listValues(repairReturn),
    ...(remarks === null ? [] : [['Remarks', remarks]]),
  ]
  return (
    <>
      <PrintHead>Repair return</PrintHead>
      <PageHeader title={repairReturn.repairReturnNumber}>
        <Button onClick={() => print()}>Print</Button>
      </PageHeader>
      <section className="panel facts document" aria-label="Repair return">
        <Thumb src={item.image_url} focus={item.image_focus} name={item.itemName} />
        <p>
          <Link className="link" to={recordPathOf(screens.items, itemID)}>
            {item.itemName}
          </Link>{' '}
          <Link className="link" to={recordPathOf(screens.inventory, inventoryID)}>
            {item.itemCode}
          </Link>
        </p>
        <MetalLine piece={item} />
        <dl>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

/** Lists what the goods are worth. It is empty where costs are hidden from this person. */
function listValues({ cost, value, outcome }: RepairReturnRow): [string, string][] {
  if (cost === undefined || value === undefined) return []
  return [
    ['Value in repair', formatPeso(value)],
    ['Workshop cost', formatPeso(cost)],
    [
      outcome === 'shelf' ? 'Value on the shelf' : 'Loss',
      formatPeso(fromCentavos(toCentavos(value) + toCentavos(cost))),
    ],
  ]
}

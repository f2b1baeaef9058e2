import { Button } from '@mantine/core'

import { describeKarats, findUndoProblem } from '../../../../contract/pricing/repricing-rules.ts'
import { repricings, type RepricingRow } from '../../../../contract/pricing/repricing.ts'
import { formatMoment, formatQuantity } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { formatDifference } from '../RateCells.tsx'

type Act = (batch: RepricingRow) => void

/** Lists the batches. One can be undone as long as nothing was sold at its prices. */
export function Batches({ onLabels, onUndo }: { onLabels: Act; onUndo: Act }) {
  const timeZone = useTimeZone()
  return (
    <div className="batches">
      <QueryTable
        name="repricings"
        label="Batches"
        list={repricings.list}
        columns={createColumns(timeZone, onLabels, onUndo)}
        rowID={(batch) => batch.repricingID}
        heading={
          <header>
            <h2>Batches</h2>
            <p>A batch can be undone as long as nothing was sold at its prices.</p>
          </header>
        }
        empty={{
          title: 'No batches yet',
          text: 'Prices that you apply above are listed here, and can be undone here.',
        }}
      />
    </div>
  )
}

const createColumns = (timeZone: string, onLabels: Act, onUndo: Act): Columns<typeof repricings.list> => [
  { header: 'Batch', value: (batch) => batch.repricingID, align: 'right', card: 'extra', cardLabel: true },
  { header: 'Applied', value: (batch) => formatMoment(batch.createdAt, timeZone), oneLine: true, card: 'title' },
  { header: 'By', value: (batch) => batch.createdBy?.name ?? '', card: 'detail' },
  { header: 'Rates', value: (batch) => describeKarats(batch.karats) },
  {
    header: 'Items',
    value: (batch) => batch.items,
    cell: (batch) => formatQuantity(batch.items),
    align: 'right',
  },
  {
    header: 'Difference',
    value: (batch) => batch.difference,
    cell: (batch) => (batch.difference === 0 ? '–' : formatDifference(batch.difference)),
    align: 'right',
    card: 'value',
  },
  {
    header: 'Status',
    value: (batch) => (batch.undoneAt ? 'Undone' : 'Applied'),
    cell: (batch) =>
      batch.undoneAt ? <span className="st black">Undone</span> : <span className="st green">Applied</span>,
    card: 'status',
  },
  {
    header: 'Undo',
    value: (batch) => describeUndo(batch, timeZone) ?? '',
    cell: (batch) => <Actions batch={batch} timeZone={timeZone} onLabels={onLabels} onUndo={onUndo} />,
    card: 'action',
  },
]

/** Returns why a batch cannot be undone, or when and why it was; null when it can be undone. */
function describeUndo(batch: RepricingRow, timeZone: string): string | null {
  if (batch.undoneAt !== null)
    return [formatMoment(batch.undoneAt, timeZone), batch.undoReason].filter(Boolean).join(' · ')
  return findUndoProblem(batch)?.message ?? null
}

function Actions({
  batch,
  timeZone,
  onLabels,
  onUndo,
}: {
  batch: RepricingRow
  timeZone: string
  onLabels: Act
  onUndo: Act
}) {
  const problem = describeUndo(batch, timeZone)
  return (
    <span className="acts">
      {problem !== null && <span className="why">{problem}</span>}
      {batch.undoneAt === null && (
        <Button size="sm" variant="subtle" onClick={() => onLabels(batch)}>
          Labels
        </Button>
      )}
      {problem === null && (
        <Button size="sm" aria-label={`Undo batch ${batch.repricingID}`} onClick={() => onUndo(batch)}>
          Undo
        </Button>
      )}
    </span>
  )
}

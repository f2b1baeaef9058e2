import './changeItems.css'
import { Button, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  type ChangedItem,
  ItemChange,
  type ItemChanges,
  itemChanges,
  type PriceRounding,
  priceRoundings,
} from '../../../contract/catalogue/item-changes.ts'
import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { quantity } from '../../lib/format.ts'
import { read, useWrite } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NumberBox } from '../../ui/form/NumberBox.tsx'
import { RecordSelect } from '../../ui/form/RecordSelect.tsx'
import { categoryChoice } from '../shared/choices.ts'

const fields = [
  { value: 'status', label: 'Status' },
  { value: 'category', label: 'Category' },
] as const
const price = { value: 'price', label: 'Price' } as const
type Field = ItemChange['field']

const roundings = Object.entries(priceRoundings).map(([value, label]) => ({ value: value as PriceRounding, label }))
const activity = [
  { value: true, label: 'Active' },
  { value: false, label: 'Inactive' },
]

/** One change to all the items that are chosen: what would become of each, and then what has. */
export function ChangeItems({
  items,
  onDone,
  onClose,
}: {
  items: readonly ItemRow[]
  onDone: () => void
  onClose: () => void
}) {
  const manager = may(useAccount(), 'catalogue.change_prices')
  const [field, setField] = useState<Field>(manager ? 'price' : 'status')
  const [status, setStatus] = useState(false)
  const [categoryID, setCategory] = useState<number | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [rounding, setRounding] = useState<PriceRounding>('centavo')
  const [done, setDone] = useState<ItemChanges | null>(null)
  const apply = useWrite(itemChanges.apply)

  const given = { status: { status }, category: { categoryID }, price: { percent, rounding } }[field]
  const change = ItemChange.safeParse({ field, ...given })
  const [asked] = useDebouncedValue(JSON.stringify(change.success ? change.data : null), 250)
  const settled = change.success && asked === JSON.stringify(change.data)
  const {
    data,
    error: failed,
    isPlaceholderData,
  } = useQuery({
    ...read(itemChanges.preview, {
      body: {
        items: items.map(({ itemID, updatedAt }) => ({ itemID, updatedAt })),
        change: JSON.parse(asked) as ItemChange,
      },
    }),
    enabled: change.success && asked !== 'null' && done === null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const preview = change.success ? data?.data : undefined
  const ready = settled && !isPlaceholderData && preview !== undefined && preview.changed > 0
  const typed = { status: true, category: categoryID !== null, price: percent !== null }[field]
  const problem = typed && !change.success ? change.error.issues[0]!.message : (failed ?? apply.error)?.message

  async function make() {
    // As they were previewed: what somebody has changed since is not changed over.
    const rows = preview!.rows.map(({ itemID, updatedAt }) => ({ itemID, updatedAt }))
    const answer = await apply.mutateAsync({ body: { items: rows, change: change.data! } }).catch(() => null)
    if (!answer) return
    setDone(answer.data)
    onDone()
  }

  if (done)
    return (
      <Dialog title="Items Changed" size={760} full onClose={onClose}>
        <div className="dlg-body">
          <output>{summary(done, 'changed')}</output>
          <Outcomes rows={done.rows} />
        </div>
        <div className="dlg-foot">
          <Button variant="filled" data-autofocus onClick={onClose}>
            Okay
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={`Change ${countOf(items.length)}`} size={760} full onClose={onClose}>
      <div className="dlg">
        <div className="dlg-body">
          <div className="two">
            <Select
              label="Change"
              data={manager ? [...fields, price] : [...fields]}
              value={field}
              allowDeselect={false}
              data-autofocus
              onChange={(value) => setField(value as Field)}
            />
            {field === 'status' && (
              <Select
                label="To"
                data={activity}
                value={status}
                allowDeselect={false}
                onChange={(value) => setStatus(value === true)}
              />
            )}
            {field === 'category' && (
              <RecordSelect
                label="To"
                {...categoryChoice}
                query={{ status: 'true' }}
                value={categoryID}
                onChange={setCategory}
              />
            )}
            {field === 'price' && (
              <NumberBox label="By percent" suffix="%" signed value={percent} onChange={setPercent} />
            )}
          </div>
          {field === 'price' && (
            <Select
              label="Rounded half up"
              description="−10 takes a tenth off, 5 adds a twentieth"
              data={roundings}
              value={rounding}
              allowDeselect={false}
              onChange={(value) => setRounding(value as PriceRounding)}
            />
          )}
          {preview ? (
            <>
              <output>{summary(preview, 'to change')}</output>
              <Outcomes rows={preview.rows} stale={!settled || isPlaceholderData} />
            </>
          ) : (
            typed && change.success && !failed && <Skeleton height={160} />
          )}
        </div>
        <p className="error-line" role="alert">
          {problem && `Error: ${problem}`}
        </p>
        <div className="dlg-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" disabled={!ready} loading={apply.isPending} onClick={() => void make()}>
            {ready ? `Change ${countOf(preview.changed)}` : 'Change items'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const countOf = (items: number) => (items === 1 ? '1 item' : `${quantity(items)} items`)

/** '12 to change, 1 stays as it is, 2 refused' */
function summary({ changed, same, refused }: ItemChanges, what: string) {
  const parts = [
    `${quantity(changed)} ${what}`,
    same > 0 && `${quantity(same)} as ${same === 1 ? 'it is' : 'they are'} already`,
    refused > 0 && `${quantity(refused)} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Those that are refused first: they are why somebody reads it. */
function Outcomes({ rows, stale = false }: { rows: readonly ChangedItem[]; stale?: boolean }) {
  const order = { refused: 0, changed: 1, same: 2 }
  const sorted = rows.toSorted((a, b) => order[a.outcome] - order[b.outcome])
  return (
    // It scrolls, so that the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="outcomes" aria-label="Each item" aria-busy={stale} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Was
            </th>
            <th scope="col" className="r">
              Becomes
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ itemID, itemCode, itemName, outcome, message, before, after }) => (
            <tr key={itemID} data-outcome={outcome}>
              <td>
                {itemName} <small className="code">{itemCode}</small>
                {message && <small className="err">{message}</small>}
              </td>
              <td className="r">{before}</td>
              <td className="r">{outcome === 'changed' ? after : outcome === 'same' ? 'the same' : 'refused'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

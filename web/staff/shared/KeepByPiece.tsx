import './choosePiece.css'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { inventory, type InventoryRow } from '../../../contract/stock/inventory.ts'
import { pieces, piecesAtOnce } from '../../../contract/stock/pieces.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NumberBox } from '../../ui/form/NumberBox.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { toasts } from '../../ui/toasts.ts'

type Typed = { grams: number | null; certificateNumber: string }
const nothing: Typed = { grams: null, certificateNumber: '' }

/** Keeps an item by piece: a person counts what is on hand, and each piece gets its number. */
export function KeepByPiece({ item, onClose }: { item: ItemRow; onClose: () => void }) {
  const { itemID } = item
  const query = { itemID, sort: 'locationName', pageSize: 100 } as const
  const { data, error, refetch } = useQuery(readQuery(inventory.list, { query }))
  const title = `Keep ${item.itemCode} by piece`
  return (
    <Dialog title={title} size={720} full onClose={onClose}>
      {data ? (
        <NameForm item={item} rows={data.data} title={title} onClose={onClose} />
      ) : (
        <Pending error={error} refetch={refetch} height={320} />
      )}
    </Dialog>
  )
}

function NameForm({
  item: { itemID: id, itemName, updatedAt },
  rows,
  title,
  onClose,
}: {
  item: ItemRow
  rows: readonly InventoryRow[]
  title: string
  onClose: () => void
}) {
  const write = useWrite(pieces.keep)
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const places = rows.flatMap((row) =>
    Array.from({ length: row.quantity }, (_, n) => ({ key: `${row.inventoryID} ${n}`, row, n })),
  )
  const missing =
    places.length > piecesAtOnce
      ? [`At most ${piecesAtOnce} pieces are named at once: transfer or sell some first`]
      : []

  async function save() {
    if (missing.length > 0 || write.isPending) return
    const named = places.map(({ key, row }) => ({ inventoryID: row.inventoryID, ...(typed.get(key) ?? nothing) }))
    try {
      const { data } = await write.mutateAsync({ id, body: { pieces: named, updatedAt } })
      toasts.success(
        data.pieces.length === 0 ? `${itemName} is kept by piece` : `${data.pieces.length} pieces have numbers`,
      )
      onClose()
    } catch (failure) {
      toasts.error(`Error: ${(failure as Error).message}`)
    }
  }
  const change = (key: string, changed: Partial<Typed>) =>
    setTyped((before) => new Map(before).set(key, { ...(before.get(key) ?? nothing), ...changed }))
  return (
    <form
      className="dlg"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="dlg-body">
        <p>
          Each piece of {itemName} gets a number that is never used again. Count what is on hand: a place whose count
          differs is adjusted first. This is final.
        </p>
        {places.length === 0 && <p className="hint">Nothing is on hand. Deliveries bring the pieces.</p>}
        <ul className="choose-piece">
          {places.map(({ key, row, n }) => (
            <li key={key}>
              <span>
                {row.location.locationName}, {row.inventoryType.typeName}: {n + 1}
              </span>
              <NumberBox
                aria-label={`Weight of piece ${n + 1}, ${row.location.locationName}`}
                suffix="g"
                value={typed.get(key)?.grams ?? null}
                onChange={(grams) => change(key, { grams })}
              />
              <TextInput
                aria-label={`Certificate number of piece ${n + 1}, ${row.location.locationName}`}
                placeholder="Certificate number"
                maxLength={80}
                value={typed.get(key)?.certificateNumber ?? ''}
                onChange={(event) => change(key, { certificateNumber: event.currentTarget.value })}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton missing={missing} pending={write.isPending}>
          Give numbers
        </SubmitButton>
      </div>
    </form>
  )
}

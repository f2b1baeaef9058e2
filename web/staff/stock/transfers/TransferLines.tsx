import '../lines.css'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, type UseFieldArrayReturn, useController } from 'react-hook-form'

import { inventory } from '../../../../contract/stock/inventory.ts'
import { codeOfScan } from '../../../../contract/stock/piece-codes.ts'
import type { PieceRow } from '../../../../contract/stock/pieces.ts'
import type { StockTransferInput } from '../../../../contract/stock/stock-transfers.ts'
import { readQuery } from '../../../lib/query.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import type { FormOf } from '../../../ui/form/recordForm.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { ScanField } from '../../../ui/scan/ScanField.tsx'
import { type ScanFeedback, useScanner } from '../../../ui/scan/useScanner.ts'
import { Thumb } from '../../../ui/Thumb.tsx'
import { findItemByCode } from '../../catalogue/findItemByCode.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { findPieceByCode } from '../../shared/findPieceByCode.ts'
import { PickPieces } from '../../shared/PickPieces.tsx'
import { formatAmount } from '../../shared/stock.ts'
import type { TransferItem } from './transferState.ts'

/** Edits the items of a transfer. Items are scanned or chosen; each line shows the stock at the source. */
export function TransferLines({
  form: { form, control },
  lines,
  items,
  locationID,
  choosing,
  onItem,
  onChoosing,
}: {
  form: FormOf<typeof StockTransferInput>
  lines: UseFieldArrayReturn<StockTransferInput, 'items'>
  /** The items of the lines, by their keys. */
  items: ReadonlyMap<number, TransferItem>
  /** The source location; null until it is chosen. */
  locationID: number | null
  /** Whether the dialog for choosing an item is open. */
  choosing: boolean
  /** Called with the item of a line that is added or counted on. */
  onItem: (item: TransferItem) => void
  onChoosing: (choosing: boolean) => void
}) {
  const [text, setText] = useState('')

  /** Adds one of the item: to its existing line, or as a new line. An item that is kept by piece gets its pieces. */
  function add(item: TransferItem, piece?: PieceRow): ScanFeedback {
    const { itemID, itemName } = item
    const n = form.getValues('items').findIndex((line) => line.itemID === itemID)
    onItem(item)
    if (item.byPiece) return addPiece(item, n, piece)
    // A weighed item gets its quantity by typing, not by scans.
    const first = item.uom === 'BULK' ? null : 1
    if (n === -1) {
      lines.append({ itemID, inventoryTypeID: null, quantity: first! }, { shouldFocus: first === null })
      return { text: first === null ? `${itemName} added: enter its grams` : `${itemName} added` }
    }
    if (first === null) return { text: `${itemName} is weighed: enter its grams`, wrong: true }
    const quantity = (form.getValues(`items.${n}.quantity`) || 0) + 1
    form.setValue(`items.${n}.quantity`, quantity, { shouldDirty: true, shouldValidate: true })
    return { text: `${itemName}: ${quantity}` }
  }

  function addPiece({ itemID, itemName }: TransferItem, n: number, piece: PieceRow | undefined): ScanFeedback {
    const before = (n === -1 ? undefined : form.getValues(`items.${n}.pieceIDs`)) ?? []
    const pieceIDs = piece && !before.includes(piece.pieceID) ? [...before, piece.pieceID] : before
    const line = { itemID, inventoryTypeID: null, quantity: pieceIDs.length, pieceIDs }
    if (n === -1) lines.append(line, { shouldFocus: false })
    else lines.update(n, line)
    return { text: piece ? `${piece.number} added` : `${itemName} added: choose its pieces` }
  }

  const scanner = useScanner(async (code) => {
    const item = await findItemByCode(codeOfScan(code), true)
    const piece = item ? undefined : await findPieceByCode(code)
    if (piece) return add({ ...piece.item, itemID: piece.itemID, byPiece: true }, piece)
    return item ? add(item) : { text: `No item has the code ‘${code}’`, wrong: true }
  })

  return (
    // A scan into any of these fields is redirected to the scan field.
    <fieldset className="transfer-lines" aria-label="Items" onKeyDownCapture={scanner.onStray}>
      <div className="lines-head">
        <h3>Items</h3>
        <Button size="sm" onClick={() => onChoosing(true)}>
          Add Item
        </Button>
      </div>
      <ScanField scanner={scanner} label="Scan a barcode, or type a code" value={text} onChange={setText} />
      {lines.fields.length === 0 && <p className="hint">No items added</p>}
      <ul>
        {lines.fields.map(({ id, itemID }, n) => (
          <TransferLine
            key={id}
            control={control}
            n={n}
            item={items.get(itemID)!}
            locationID={locationID}
            onRemove={() => {
              lines.remove(n)
              scanner.setFeedback(null)
            }}
          />
        ))}
      </ul>
      {choosing && (
        // Remaining stock of an Inactive item can still be moved.
        <SelectItem inactiveToo onAdd={(item) => scanner.setFeedback(add(item))} onClose={() => onChoosing(false)} />
      )}
    </fieldset>
  )
}

/** Edits one line: the type of stock and the quantity, with the available stock. */
function TransferLine({
  control,
  n,
  item,
  locationID,
  onRemove,
}: {
  control: Control<StockTransferInput>
  n: number
  item: TransferItem
  locationID: number | null
  onRemove: () => void
}) {
  const { itemID, itemName, itemCode } = item
  const type = useController({ control, name: `items.${n}.inventoryTypeID` })
  const { field, fieldState } = useController({ control, name: `items.${n}.quantity` })
  const query = { itemID, locationID: locationID ?? 1, sort: 'inventoryID', pageSize: 100 } as const
  const { data } = useQuery({ ...readQuery(inventory.list, { query }), enabled: locationID !== null })
  const rows = (data?.data ?? [])
    .filter((row) => row.quantity > 0)
    .toSorted((a, b) => a.inventoryTypeID - b.inventoryTypeID)
  // The preselected type is the first one with available stock. The server has the same default.
  const usual = rows.find((row) => row.available > 0) ?? rows[0]
  const chosen = rows.find((row) => row.inventoryTypeID === type.field.value) ?? usual
  const available = chosen?.available ?? 0
  const named = useController({ control, name: `items.${n}.pieceIDs` })
  const error = fieldState.error?.message ?? type.fieldState.error?.message ?? named.fieldState.error?.message
  return (
    <li className="stock-line">
      <Thumb src={item.image_url} focus={item.image_focus} name={itemName} small />
      <div className="line-name">
        <b>{itemName}</b>
        <small>{itemCode}</small>
      </div>
      <div className="line-stock">
        {rows.length > 1 && !item.byPiece && (
          <Select<number>
            size="sm"
            aria-label={`Inventory type of ${itemName}`}
            data={rows.map((row) => ({ value: row.inventoryTypeID, label: row.inventoryType.typeName }))}
            value={chosen!.inventoryTypeID}
            allowDeselect={false}
            onChange={type.field.onChange}
          />
        )}
        {locationID !== null && data && (
          <small className={available < (field.value ?? 0) ? 'out' : undefined}>
            {formatAmount(available, item)} available
          </small>
        )}
      </div>
      {item.byPiece ? (
        <span className="r">{formatAmount(field.value ?? 0, item)}</span>
      ) : (
        <NumberBox
          {...field}
          size="sm"
          aria-label={`Quantity of ${itemName}`}
          value={field.value ?? null}
          {...(item.uom === 'BULK' && { suffix: 'g' })}
          error={Boolean(error)}
        />
      )}
      <button type="button" className="ib sm" aria-label={`Delete ${itemName}`} onClick={onRemove}>
        <CloseIcon />
      </button>
      {item.byPiece && locationID !== null && (
        <PickPieces
          itemID={itemID}
          itemName={itemName}
          where={{ locationID }}
          value={named.field.value ?? []}
          onChange={(pieceIDs) => {
            named.field.onChange(pieceIDs)
            field.onChange(pieceIDs.length)
          }}
        />
      )}
      {error && (
        <p className="line-error" role="alert">
          {error}
        </p>
      )}
    </li>
  )
}

import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'

import { type ItemRow, items } from '../../../../contract/catalogue/items.ts'
import { purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { call } from '../../../lib/api.ts'
import { peso } from '../../../lib/format.ts'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import type { FormOf } from '../../../ui/form/recordForm.ts'
import { AlertIcon, CloseIcon } from '../../../ui/icons.tsx'
import { scanSound } from '../../../ui/scan/scanSound.ts'
import { useScan } from '../../../ui/scan/useScan.ts'
import { usePhone } from '../../../ui/usePhone.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { type FormLine, linesText, type OrderBody, OrderForm, quantityOf, totalOf } from './orderForm.ts'

type ScanFeedback = { text: string; wrong: boolean }

const name = 'purchaseOrderItems'

/** What the form says of the n-th line and of its fields. */
type LineErrors = { itemID?: Message; price?: Message; orderQty?: Message } | undefined
type Message = { message?: string }

/**
 * The lines of an order's form, and how an item comes to be one: chosen in a dialog or scanned, at what it last cost;
 * once more adds to its line.
 */
export function useOrderLines({ form, control }: FormOf<typeof OrderForm>) {
  const { field, fieldState } = useController({ control, name })
  const [choosing, setChoosing] = useState(false)
  const [told, setTold] = useState<ScanFeedback | null>(null)
  const coming = useRef(Promise.resolve())
  const lines = (field.value ?? []) as FormLine[]
  // An array's error holds those of its entries.
  const error = fieldState.error as (Message & Record<number, LineErrors>) | undefined

  const read = () => (form.getValues(name) ?? []) as FormLine[]
  function write(next: FormLine[]) {
    form.setValue(name, next as OrderBody['purchaseOrderItems'], { shouldValidate: true })
  }
  const change = (itemID: number, changes: Partial<FormLine>) =>
    write(read().map((line) => (line.itemID === itemID ? { ...line, ...changes } : line)))
  const remove = (itemID: number) => write(read().filter((line) => line.itemID !== itemID))

  /** One after the other, so that what is scanned first stands first. */
  const inTurn = (work: () => Promise<ScanFeedback>) => {
    coming.current = coming.current.then(work).then(setTold, (error: unknown) => {
      setTold({ text: `Error: ${(error as Error).message}`, wrong: true })
    })
  }

  async function take({ itemID, itemName, uom }: ItemRow): Promise<ScanFeedback> {
    const has = read().find((line) => line.itemID === itemID)
    if (has) {
      change(itemID, { orderQty: has.orderQty + 1 })
      return { text: `One more ${itemName}`, wrong: false }
    }
    const known = await call(purchaseOrders.lastCosts, { query: { itemIDs: String(itemID) } }).catch(() => null)
    write([...read(), { itemID, itemName, uom, price: known?.data[0]?.unitCost ?? null, orderQty: 1 }])
    return known
      ? { text: `${itemName} added`, wrong: false }
      : { text: `${itemName} added. What it last cost could not be read: enter its unit cost`, wrong: true }
  }

  async function find(code: string): Promise<ScanFeedback> {
    const [found] = (await call(items.list, { query: { status: 'true', code } })).data
    scanSound(found !== undefined)
    return found ? take(found) : { text: `No item has the code ‘${code}’`, wrong: true }
  }

  const scan = (code: string) => {
    setChoosing(false)
    inTurn(() => find(code))
  }
  useScan(scan)
  return {
    lines,
    error,
    told,
    choosing,
    setChoosing,
    add: (item: ItemRow) => inTurn(() => take(item)),
    change,
    remove,
    scan,
  }
}

/** The item table of an order's form, with its running total. */
export function OrderLines(of: ReturnType<typeof useOrderLines>) {
  const { lines, error, told, choosing, setChoosing, add } = of
  const phone = usePhone()
  useFieldName(name, 'Items', (value) => linesText((value ?? []) as FormLine[]))
  return (
    <section className="part order-lines" aria-label="Items">
      <div className="order-lines-head">
        <h2>Items</h2>
        <output className={told?.wrong ? 'told wrong' : 'told'}>{told?.text}</output>
        <Button size="sm" onClick={() => setChoosing(true)}>
          Add Item
        </Button>
      </div>
      {lines.length === 0 ? (
        <p className="none">No items added</p>
      ) : phone ? (
        <LineCards {...of} />
      ) : (
        <LineTable {...of} />
      )}
      {error?.message !== undefined && lines.length === 0 && (
        <p className="err" role="alert">
          <AlertIcon /> {error.message}
        </p>
      )}
      <p className="order-total">
        Total Cost <b>{peso(totalOf(lines))}</b>
      </p>
      {choosing && <SelectItem onAdd={add} onClose={() => setChoosing(false)} />}
    </section>
  )
}

type Of = ReturnType<typeof useOrderLines>

function LineTable(of: Of) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="r">
              Item ID
            </th>
            <th scope="col">Item Name</th>
            <th scope="col">UOM</th>
            <th scope="col" className="r">
              Unit Cost
            </th>
            <th scope="col" className="r">
              Order Quantity
            </th>
            <th scope="col" className="r">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {of.lines.map((line, n) => (
            <tr key={line.itemID}>
              <td className="r">{line.itemID}</td>
              <td>
                {line.itemName}
                <LineProblem of={of} n={n} />
              </td>
              <td>{line.uom}</td>
              <td className="r">
                <CostBox of={of} n={n} line={line} />
              </td>
              <td className="r">
                <QuantityBox of={of} n={n} line={line} />
              </td>
              <td className="r">
                <DeleteButton of={of} line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LineCards(of: Of) {
  return (
    <ul>
      {of.lines.map((line, n) => (
        <li key={line.itemID}>
          <div>
            <b>{line.itemName}</b>
            <small>
              No. {line.itemID}, {line.uom}
            </small>
          </div>
          <DeleteButton of={of} line={line} />
          <CostBox of={of} n={n} line={line} label="Unit Cost" />
          <QuantityBox of={of} n={n} line={line} label="Order Quantity" />
          <LineProblem of={of} n={n} />
        </li>
      ))}
    </ul>
  )
}

type Box = { of: Of; n: number; line: FormLine; label?: string }

function CostBox({ of, n, line, label }: Box) {
  return (
    <NumberBox
      {...(label !== undefined && { label })}
      aria-label={`Unit Cost of ${line.itemName}`}
      prefix="₱"
      places={2}
      value={line.price}
      error={of.error?.[n]?.price !== undefined}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(price) => of.change(line.itemID, { price })}
    />
  )
}

function QuantityBox({ of, n, line, label }: Box) {
  return (
    <NumberBox
      {...(label !== undefined && { label })}
      aria-label={`Order Quantity of ${line.itemName}`}
      {...(line.uom === 'BULK' && { suffix: 'g' })}
      value={line.orderQty}
      error={of.error?.[n]?.orderQty !== undefined}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(typed) => of.change(line.itemID, { orderQty: quantityOf(typed) })}
    />
  )
}

function DeleteButton({ of, line }: { of: Of; line: FormLine }) {
  return (
    <button
      type="button"
      className="ib sm"
      aria-label={`Delete ${line.itemName}`}
      title="Delete"
      onClick={() => of.remove(line.itemID)}
    >
      <CloseIcon />
    </button>
  )
}

/** The first thing that is wrong with a line. */
function LineProblem({ of, n }: { of: Of; n: number }) {
  const wrong = of.error?.[n]
  const message = wrong?.itemID?.message ?? wrong?.price?.message ?? wrong?.orderQty?.message
  if (message === undefined) return null
  return (
    <p className="err" role="alert">
      <AlertIcon /> {message}
    </p>
  )
}

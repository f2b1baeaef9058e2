import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'

import { type ItemRow, items } from '../../../../contract/catalogue/items.ts'
import { purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { call } from '../../../lib/api.ts'
import { formatPeso } from '../../../lib/format.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import type { FormOf } from '../../../ui/form/recordForm.ts'
import { AlertIcon, CloseIcon } from '../../../ui/icons.tsx'
import { playScanSound } from '../../../ui/scan/playScanSound.ts'
import { useScan } from '../../../ui/scan/useScan.ts'
import { usePhone } from '../../../ui/usePhone.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import {
  type FormLine,
  describeLines,
  itemOf,
  type OrderBody,
  OrderForm,
  quantityOr0,
  computeTotal,
} from './orderForm.ts'

type ScanFeedback = { text: string; wrong: boolean }

const name = 'purchaseOrderItems'

/** The form's error messages for one line and its fields. */
type LineErrors = { itemID?: Message; price?: Message; orderQty?: Message } | undefined
type Message = { message?: string }

/**
 * Manages the lines of an order's form. A chosen or scanned item is added at its last cost. Adding an item again
 * raises the quantity of its line.
 */
export function useOrderLines({ form, control }: FormOf<typeof OrderForm>) {
  const { field, fieldState } = useController({ control, name })
  const seesCosts = useSeesCosts()
  const unknown = seesCosts ? null : undefined
  const [choosing, setChoosing] = useState(false)
  const [feedback, setFeedback] = useState<ScanFeedback | null>(null)
  const queue = useRef(Promise.resolve())
  const lines = (field.value ?? []) as FormLine[]
  // The form library adds the errors of an array's entries to the error of the array.
  const error = fieldState.error as (Message & Record<number, LineErrors>) | undefined

  const readLines = () => (form.getValues(name) ?? []) as FormLine[]
  function writeLines(next: FormLine[]) {
    form.setValue(name, next as OrderBody['purchaseOrderItems'], { shouldValidate: true })
  }
  const change = (itemID: number, changes: Partial<FormLine>) =>
    writeLines(readLines().map((line) => (line.itemID === itemID ? { ...line, ...changes } : line)))
  const remove = (itemID: number) => writeLines(readLines().filter((line) => line.itemID !== itemID))

  /** Adds items one after the other, so that lines keep the order of the scans. */
  const enqueue = (work: () => Promise<ScanFeedback>) => {
    queue.current = queue.current.then(work).then(setFeedback, (error: unknown) => {
      setFeedback({ text: `Error: ${(error as Error).message}`, wrong: true })
    })
  }

  async function addItem(item: ItemRow): Promise<ScanFeedback> {
    const { itemID, itemName } = item
    const existing = readLines().find((line) => line.itemID === itemID)
    if (existing) {
      change(itemID, { orderQty: existing.orderQty + 1 })
      return { text: `One more ${itemName}`, wrong: false }
    }
    const costs = await call(purchaseOrders.lastCosts, { query: { itemIDs: String(itemID) } }).catch(() => null)
    writeLines([...readLines(), { ...itemOf(item), price: costs?.data[0]?.unitCost ?? unknown, orderQty: 1 }])
    return costs || !seesCosts
      ? { text: `${itemName} added`, wrong: false }
      : { text: `${itemName} added. What it last cost could not be read: enter its unit cost`, wrong: true }
  }

  async function find(code: string): Promise<ScanFeedback> {
    const [found] = (await call(items.list, { query: { status: 'true', code } })).data
    playScanSound(found !== undefined)
    return found ? addItem(found) : { text: `No item has the code ‘${code}’`, wrong: true }
  }

  const scan = (code: string) => {
    setChoosing(false)
    enqueue(() => find(code))
  }
  useScan(scan)
  return {
    lines,
    seesCosts,
    error,
    feedback,
    choosing,
    setChoosing,
    add: (item: ItemRow) => enqueue(() => addItem(item)),
    change,
    remove,
    scan,
  }
}

/** Shows the lines of an order's form with their running total. */
export function OrderLines(of: ReturnType<typeof useOrderLines>) {
  const { lines, seesCosts, error, feedback, choosing, setChoosing, add } = of
  const phone = usePhone()
  useFieldName(name, 'Items', (value) => describeLines((value ?? []) as FormLine[]))
  return (
    <section className="part order-lines" aria-label="Items">
      <div className="order-lines-head">
        <h2>Items</h2>
        <output className={feedback?.wrong ? 'order-feedback wrong' : 'order-feedback'}>{feedback?.text}</output>
        <Button size="sm" onClick={() => setChoosing(true)}>
          Add Item
        </Button>
      </div>
      {lines.length === 0 ? (
        <p className="order-none">No items added</p>
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
      {seesCosts && (
        <p className="order-total">
          Total Cost <b>{formatPeso(computeTotal(lines))}</b>
        </p>
      )}
      {choosing && <SelectItem onAdd={add} onClose={() => setChoosing(false)} />}
    </section>
  )
}

type OrderLinesState = ReturnType<typeof useOrderLines>

function LineTable(of: OrderLinesState) {
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item ID</th>
            <th scope="col">Item Name</th>
            <th scope="col">UOM</th>
            {of.seesCosts && (
              <th scope="col" className="r">
                Unit Cost
              </th>
            )}
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
              <td>{line.itemID}</td>
              <td>
                {line.itemName}
                <MetalLine piece={line} />
                <LineProblem of={of} n={n} />
              </td>
              <td>{line.uom}</td>
              {of.seesCosts && (
                <td className="r">
                  <CostBox of={of} n={n} line={line} />
                </td>
              )}
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

function LineCards(of: OrderLinesState) {
  return (
    <ul>
      {of.lines.map((line, n) => (
        <li key={line.itemID}>
          <div>
            <b>{line.itemName}</b>
            <small>
              No. {line.itemID}, {line.uom}
            </small>
            <MetalLine piece={line} />
          </div>
          <DeleteButton of={of} line={line} />
          {of.seesCosts && <CostBox of={of} n={n} line={line} label="Unit Cost" />}
          <QuantityBox of={of} n={n} line={line} label="Order Quantity" />
          <LineProblem of={of} n={n} />
        </li>
      ))}
    </ul>
  )
}

type Box = { of: OrderLinesState; n: number; line: FormLine; label?: string }

function CostBox({ of, n, line, label }: Box) {
  return (
    <NumberBox
      {...(label !== undefined && { label })}
      aria-label={`Unit Cost of ${line.itemName}`}
      prefix="₱"
      places={2}
      value={line.price ?? null}
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
      onChange={(typed) => of.change(line.itemID, { orderQty: quantityOr0(typed) })}
    />
  )
}

function DeleteButton({ of, line }: { of: OrderLinesState; line: FormLine }) {
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

/** Shows the first error of a line. */
function LineProblem({ of, n }: { of: OrderLinesState; n: number }) {
  const wrong = of.error?.[n]
  const message = wrong?.itemID?.message ?? wrong?.price?.message ?? wrong?.orderQty?.message
  if (message === undefined) return null
  return (
    <p className="err" role="alert">
      <AlertIcon /> {message}
    </p>
  )
}

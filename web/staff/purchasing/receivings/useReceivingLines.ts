import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'

import {
  type ReceivingDraftRow,
  receivings,
  type WholeReceivingRow,
} from '../../../../contract/purchasing/receivings.ts'
import { call } from '../../../lib/api.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import type { FormOf } from '../../../ui/form/recordForm.ts'
import { toasts } from '../../../ui/toasts.ts'
import { findPieceByCode } from '../../shared/findPieceByCode.ts'
import { hasBarcode, withScannedPiece } from './pieceLines.ts'
import {
  type FormLine,
  describeLines,
  linesOfDraft,
  clearQuantities,
  type ReceivingForm,
  describeScan,
  withOneMore,
} from './receivingForm.ts'
import { type ScanFeedback, useScannedItems } from './ReceivingScan.tsx'
import { summarizeLines } from './receivingTotals.ts'

/** Manages the lines of a receiving's form: manual changes, scans and the choice of another order. */
export function useReceivingLines(
  { form, control }: FormOf<typeof ReceivingForm>,
  receiving: WholeReceivingRow | null,
  draft: ReceivingDraftRow | null,
) {
  const dialogs = useDialogs()
  const { field } = useController({ control, name: 'items' })
  useFieldName('items', 'Items', (value) => describeLines((value ?? []) as FormLine[]))
  const [order, setOrder] = useState(draft)
  /** Whether the lines still have the prefilled quantities. If so, the first scan sets all of them to 0. */
  const isPrefilled = useRef(receiving === null && draft !== null)
  /** The key of the line whose pieces are entered now: a scanned barcode is of its next piece. */
  const active = useRef<string | null>(null)
  const poNumber = receiving?.purchaseOrder?.poNumber ?? order?.poNumber ?? null
  const setLines = (next: FormLine[]) => field.onChange(next)

  function change(next: FormLine[]) {
    isPrefilled.current = false
    setLines(next)
  }

  async function add({ itemID, itemName }: { itemID: number; itemName: string }): Promise<ScanFeedback> {
    // This reads the state of the form, because the lines of the previous scan may not be rendered yet.
    const current = form.getValues('items')
    const startsFromZero = isPrefilled.current
    const counted = withOneMore(startsFromZero ? clearQuantities(current) : current, itemID)
    if (counted) {
      change(counted.lines)
      active.current = counted.line.key
      const { text, wrong } = describeScan(counted.line)
      return { text: startsFromZero ? `Counting from zero. ${text}` : text, wrong }
    }
    if (poNumber !== null) return { text: `Purchase order ${poNumber} waits for no ${itemName}`, wrong: true }
    const { data } = await call(receivings.draft, { query: { itemID } })
    const added = linesOfDraft(data)
    change([...form.getValues('items'), ...added])
    active.current = added[0]!.key
    if (form.getValues('locationID') === null) form.setValue('locationID', data.locationID)
    return { text: `${itemName} added`, wrong: false }
  }

  /** Gives a scanned barcode to the next piece; null when no line has pieces. */
  async function addPiece(barcode: string): Promise<ScanFeedback | null> {
    const current = form.getValues('items')
    const filled = withScannedPiece(current, active.current, barcode)
    if (filled === null) return null
    if (hasBarcode(current, barcode)) return { text: `The barcode ${barcode} is entered already`, wrong: true }
    const known = await findPieceByCode(barcode)
    if (known) return { text: `${known.number} has the code ${barcode} already`, wrong: true }
    const { itemName } = filled.line.fact
    if (filled.place === null) return { text: `Every piece of ${itemName} has a barcode`, wrong: true }
    change(filled.lines)
    active.current = filled.line.key
    return { text: `Piece ${filled.place + 1} of ${itemName}: ${barcode}`, wrong: false }
  }
  const { feedback, enqueueScan: scan, forget } = useScannedItems(() => form.getValues('items'), add, addPiece)

  async function chooseOrder(poID: number | null) {
    const before = order?.poID ?? null
    if (poID === before) return
    const isEntered = !isPrefilled.current && summarizeLines(form.getValues('items')).totalQty > 0
    if (isEntered && !(await dialogs.confirm(anotherOrder))) return form.setValue('poID', before)
    try {
      const chosen = poID === null ? null : (await call(receivings.draft, { query: { poID } })).data
      setOrder(chosen)
      setLines(chosen ? linesOfDraft(chosen) : [])
      isPrefilled.current = chosen !== null
      forget()
    } catch (error) {
      form.setValue('poID', before)
      toasts.error((error as Error).message)
    }
  }
  const activate = (key: string) => {
    active.current = key
  }
  return { lines: field.value, order, poNumber, change, add, chooseOrder, feedback, scan, activate }
}

const anotherOrder = {
  title: 'Choose another purchase order?',
  text: 'The items and quantities entered so far belong to this delivery. They are taken out of the form.',
  action: 'Choose another',
  cancel: 'Keep what is entered',
  danger: true,
}

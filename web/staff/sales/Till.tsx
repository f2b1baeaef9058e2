import './till.css'
import { Button, TextInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { changedMeanwhile } from '../../../contract/answers.ts'
import type { ItemRow } from '../../../contract/items.ts'
import { locations } from '../../../contract/locations.ts'
import { fromCentavos, toCentavos } from '../../../contract/money.ts'
import { paymentTypes } from '../../../contract/payment-types.ts'
import { type SaleRow, sales } from '../../../contract/sales.ts'
import { transactionTypes } from '../../../contract/transaction-types.ts'
import { ApiError, call } from '../../lib/api.ts'
import { peso, today } from '../../lib/format.ts'
import { read, useWrite } from '../../lib/query.ts'
import { useSettings, useTimeZone } from '../../lib/settings.ts'
import { useDialogOpen, useDialogs } from '../../ui/dialogs.tsx'
import { PreviousIcon } from '../../ui/icons.tsx'
import { RecordSelect } from '../../ui/RecordSelect.tsx'
import { useRemembered } from '../../ui/remembered.ts'
import { toasts } from '../../ui/toasts.ts'
import { useStrayScan } from '../../ui/useStrayScan.ts'
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts'
import { SelectItem } from '../catalogue/SelectItem.tsx'
import { CancelSale } from './CancelSale.tsx'
import { ItemPicker, type Scanner } from './ItemPicker.tsx'
import { SaleCustomer } from './SaleCustomer.tsx'
import { SaleLines } from './SaleLines.tsx'
import { SalePayments } from './SalePayments.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import {
  bodyOf,
  type Draft,
  draftOf,
  emptyDraft,
  isChanged,
  paymentsOf,
  problemsOf,
  type SoldItem,
  summaryOf,
  withItem,
  withLine,
  withoutLine,
  withPayment,
} from './tillState.ts'
import { useTillKeys } from './useTillKeys.ts'

type Place = { locationID: number | null; transactionTypeID: number | null }
const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'locationID' in value && 'transactionTypeID' in value

const nothingWrong = { message: '', fields: new Map<string, string>() }

/**
 * The form of a sale: what is for sale, the sale itself, and its figures. Made for a scanner and the keyboard: F2
 * scan, F4 payment, F8 exact cash, F9 complete. A sale that is over opens read-only, and scanning begins the next.
 */
export function Till({
  sale,
  firstItem = null,
  onStored,
  onNew,
  onClose,
}: {
  /** The stored sale to show; null for a new one. */
  sale: SaleRow | null
  /** What a new sale begins with. */
  firstItem?: SoldItem | null
  /** A new sale has its key now. */
  onStored: (salesTransactionID: number) => void
  onNew: (firstItem: SoldItem | null) => void
  onClose: () => void
}) {
  const dialogs = useDialogs()
  const dialogOpen = useDialogOpen()
  const settings = useSettings()
  const now = today(useTimeZone())
  const [place, rememberPlace] = useRemembered<Place>('till', { locationID: null, transactionTypeID: null }, isPlace)
  const [stored, setStored] = useState(sale)
  const [draft, setDraft] = useState<Draft>(() => {
    if (sale) return draftOf(sale)
    const empty = emptyDraft({ ...place, orderDate: null })
    return firstItem ? withItem(empty, firstItem) : empty
  })
  const [wrong, setWrong] = useState(nothingWrong)
  const [pending, setPending] = useState(false)
  const [open, setOpen] = useState<'item' | 'cancel' | null>(null)
  const scanField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const scanner = useRef<Scanner>(null)

  const kinds = useQuery(read(transactionTypes.list, { query: { sort: 'transactionTypeID', pageSize: 100 } }))
  const ways = useQuery(read(paymentTypes.list, { query: { sort: 'paymentTypeID', pageSize: 100 } }))
  const types = ways.data?.data ?? []
  const cashType = types.find(({ givesChange }) => givesChange) ?? types[0]
  const create = useWrite(sales.create)
  const update = useWrite(sales.update)
  const pay = useWrite(sales.pay)
  const complete = useWrite(sales.complete)

  const readOnly = stored !== null && stored.status !== 'Pending' && stored.status !== 'Processing'
  const summary = summaryOf(draft, stored)
  const problems = problemsOf(draft)
  const problemOf = (field: string) =>
    wrong.fields.get(field) ?? problems.find((problem) => problem.field === field)?.message
  const begun =
    draft.lines.length > 0 || draft.payments.length > 0 || draft.buyer.kind !== 'nobody' || draft.remarks !== ''
  const unsaved = !readOnly && (stored ? isChanged(draft, stored) || paymentsOf(draft).length > 0 : begun)
  const cash = [...draft.payments, ...(stored?.payments ?? [])]
    .filter(({ paymentTypeID }) => types.find((type) => type.paymentTypeID === paymentTypeID)?.givesChange)
    .reduce((sum, { amount }) => sum + Math.max(0, toCentavos(amount || 0)), 0)

  const change = (next: (draft: Draft) => Draft) => {
    setDraft(next)
    setWrong(nothingWrong)
  }
  /** Back to the scanner; not on a touch screen, where that would open the keyboard. */
  const toScanner = () => {
    if (!matchMedia('(pointer: coarse)').matches) scanField.current?.focus()
  }

  useUnsavedGuard(unsaved, () =>
    dialogs.confirm({
      title: 'Leave without saving?',
      text: 'What you have entered in this sale is not saved yet.',
      action: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
    }),
  )
  // After the guard, which must know by then that nothing is unsaved.
  const id = stored?.salesTransactionID
  useEffect(() => {
    if (id !== undefined && sale === null) onStored(id)
    // Once, when the sale gets its key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])

  // What a new sale starts from arrives with the settings and the lists.
  const firstKind = kinds.data?.data[0]?.transactionTypeID ?? null
  const home = settings?.defaultLocationID ?? null
  useEffect(() => {
    setDraft((draft) => ({
      ...draft,
      locationID: draft.locationID ?? home,
      transactionTypeID: draft.transactionTypeID ?? firstKind,
    }))
  }, [home, firstKind])

  useEffect(toScanner, [])

  const pick = (item: SoldItem) => {
    if (readOnly) onNew(item)
    else change((draft) => withItem(draft, item))
    toScanner()
  }

  function addPayment(amount: number | null) {
    if (!cashType) return
    change((draft) => withPayment(draft, { paymentTypeID: cashType.paymentTypeID, amount }))
  }
  function exactCash() {
    if (summary.balance > 0) addPayment(summary.balance)
    toScanner()
  }
  function toPayment() {
    // On the screen at once: the next key is the amount's already.
    flushSync(() => {
      if (draft.payments.length === 0 || draft.payments.at(-1)!.amount) addPayment(null)
    })
    amountField.current?.focus()
  }

  function accept(answer: SaleRow, payments: Draft['payments'] = []) {
    setStored(answer)
    setDraft({ ...draftOf(answer), payments })
    return answer
  }

  async function send(completing: boolean) {
    if (pending || readOnly) return
    const due =
      completing && summary.balance > 0 ? [{ field: '', message: `Balance due: ${peso(summary.balance)}` }] : []
    const [first] = [...problems, ...due]
    if (first) {
      setWrong({ message: first.message, fields: new Map([[first.field, first.message]]) })
      return
    }
    setPending(true)
    setWrong(nothingWrong)
    try {
      const answer = stored ? await sendChanges(stored, completing) : await sendNew(completing)
      if (!completing) toasts.success(`Sale ${answer.transactionNumber} is saved`)
      rememberPlace({ locationID: answer.locationID, transactionTypeID: answer.transactionTypeID })
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null
      setWrong({
        message: refusal?.message ?? 'An unknown error occurred',
        fields: new Map(refusal?.errors.map(({ field, message }) => [field, message])),
      })
    } finally {
      setPending(false)
      toScanner()
    }
  }

  /** A counter sale is one call: it is there as a whole, or not at all. */
  async function sendNew(completing: boolean) {
    const body = { ...bodyOf(draft), payments: paymentsOf(draft), complete: completing }
    return accept((await create.mutateAsync({ body })).data)
  }

  async function sendChanges(stored: SaleRow, completing: boolean) {
    const id = stored.salesTransactionID
    let answer = stored
    let left = draft.payments.filter(({ amount }) => amount !== null && amount !== 0)
    if (isChanged(draft, stored)) {
      const body = { ...bodyOf(draft), updatedAt: stored.updatedAt }
      answer = accept((await update.mutateAsync({ id, body })).data, left)
    }
    for (const payment of paymentsOf(draft)) {
      left = left.slice(1)
      answer = accept((await pay.mutateAsync({ id, body: payment })).data, left)
    }
    return completing ? accept((await complete.mutateAsync({ id })).data) : answer
  }

  async function reload() {
    const { data } = await call(sales.get, { id: stored!.salesTransactionID })
    accept(data)
    setWrong(nothingWrong)
  }

  useTillKeys(
    scanField,
    {
      F2: () => (readOnly ? onNew(null) : scanField.current?.focus()),
      ...(!readOnly && {
        F4: toPayment,
        F8: exactCash,
        F9: () => void send(true),
        'Ctrl+s': () => void send(false),
      }),
    },
    open === null && !dialogOpen,
  )
  const onStray = useStrayScan((code) => scanner.current?.scan(code), scanField)

  const title = readOnly ? 'Sales Transaction' : stored ? 'Edit Sales Transaction' : 'Create Sales Transaction'
  const missing = problems.map(({ message }) => message)
  return (
    <fieldset className="till" aria-label={title} onKeyDownCapture={onStray}>
      <title>{title}</title>
      <section className="pick" aria-label="For sale">
        <div className="pick-head">
          <button type="button" className="ib" aria-label="Back to the sales" onClick={onClose}>
            <PreviousIcon />
          </button>
          <h1>{title}</h1>
        </div>
        <ItemPicker
          field={scanField}
          scanner={scanner}
          locationID={draft.locationID}
          chosen={new Set(draft.lines.map(({ itemID }) => itemID))}
          onPick={(item: ItemRow) => pick(item)}
        />
      </section>

      <div className="right">
        <div className="tick">
          <section className="sec two" aria-label="Sale">
            <RecordSelect
              label="Location"
              list={locations.list}
              query={{ status: 'true' }}
              option={(row) => ({ value: row.locationID, label: row.locationName })}
              current={sale && { value: sale.locationID, label: sale.location.locationName }}
              value={draft.locationID}
              readOnly={readOnly}
              error={wrong.fields.get('locationID')}
              onChange={(locationID) => change((draft) => ({ ...draft, locationID }))}
            />
            <RecordSelect
              label="Transaction type"
              list={transactionTypes.list}
              failed={() => 'Failed to Fetch Transaction Type'}
              option={(row) => ({ value: row.transactionTypeID, label: row.transactionName })}
              current={sale && { value: sale.transactionTypeID, label: sale.transactionType.transactionName }}
              value={draft.transactionTypeID}
              readOnly={readOnly}
              error={wrong.fields.get('transactionTypeID')}
              onChange={(transactionTypeID) => change((draft) => ({ ...draft, transactionTypeID }))}
            />
            <TextInput
              type="date"
              label="Order date"
              readOnly={readOnly}
              value={draft.orderDate ?? now}
              onChange={(event) => {
                const orderDate = event.currentTarget.value || null
                change((draft) => ({ ...draft, orderDate }))
              }}
            />
            <TextInput
              type="date"
              label="Expected delivery date"
              readOnly={readOnly}
              value={draft.expectedDeliverDate ?? ''}
              onChange={(event) => {
                const expectedDeliverDate = event.currentTarget.value || null
                change((draft) => ({ ...draft, expectedDeliverDate }))
              }}
            />
          </section>
          <SaleCustomer
            buyer={draft.buyer}
            readOnly={readOnly}
            errorOf={(field) => problemOf(`customer.${field}`)}
            onChange={(buyer) => {
              change((draft) => ({ ...draft, buyer }))
              if (buyer.kind !== 'new') toScanner()
            }}
          />
          <SaleLines
            lines={draft.lines}
            readOnly={readOnly}
            errorOf={(n) =>
              ['itemID', 'orderQty', 'price'].map((name) => problemOf(`items.${n}.${name}`)).find(Boolean)
            }
            onChange={(key, line) => change((draft) => withLine(draft, key, line))}
            onDelete={(key) => change((draft) => withoutLine(draft, key))}
            onAddItem={() => setOpen('item')}
            onDone={toScanner}
          />
          <SalePayments
            taken={stored?.payments ?? []}
            payments={draft.payments}
            types={types}
            readOnly={readOnly}
            amountField={amountField}
            onChange={(key, payment) =>
              change((draft) => ({
                ...draft,
                payments: draft.payments.map((one) => (one.key === key ? { ...one, ...payment } : one)),
              }))
            }
            onAdd={toPayment}
            onExactCash={exactCash}
            onDelete={(key) =>
              change((draft) => ({ ...draft, payments: draft.payments.filter((one) => one.key !== key) }))
            }
          />
          <section className="sec" aria-label="Remarks">
            <Textarea
              label="Remarks"
              autosize
              minRows={1}
              maxLength={1000}
              readOnly={readOnly}
              value={draft.remarks}
              onChange={(event) => {
                const remarks = event.currentTarget.value
                change((draft) => ({ ...draft, remarks }))
              }}
            />
          </section>
        </div>

        <SaleSummary
          stored={stored}
          draft={draft.orderDate === null ? { ...draft, orderDate: now } : draft}
          summary={summary}
          cash={fromCentavos(cash)}
          readOnly={readOnly}
          errorOf={problemOf}
          onChange={(fees) => change((draft) => ({ ...draft, ...fees }))}
        />
        <section className="fin" aria-label="Finish">
          <p className="error-line all" role="alert">
            {wrong.message && `Error: ${wrong.message}`}{' '}
            {wrong.message === changedMeanwhile && (
              <button type="button" className="link" onClick={() => void reload()}>
                Reload
              </button>
            )}
          </p>
          {readOnly ? (
            <>
              <Button className="go" variant="filled" size="lg" onClick={() => onNew(null)}>
                New sale <kbd>F2</kbd>
              </Button>
              <Button className="all" onClick={onClose}>
                Back to the sales
              </Button>
            </>
          ) : (
            <>
              <Button
                className="go"
                variant="filled"
                size="lg"
                aria-disabled={missing.length > 0 || summary.balance > 0 || pending || undefined}
                aria-busy={pending || undefined}
                title={[...missing, ...(summary.balance > 0 ? [`Balance due: ${peso(summary.balance)}`] : [])].join(
                  '\n',
                )}
                onClick={() => void send(true)}
              >
                Complete <kbd>F9</kbd>
              </Button>
              <Button onClick={stored ? () => setOpen('cancel') : onClose}>Cancel</Button>
              <Button
                aria-disabled={missing.length > 0 || pending || undefined}
                title={missing.join('\n')}
                onClick={() => void send(false)}
              >
                Save
              </Button>
            </>
          )}
        </section>
      </div>

      {open === 'item' && <SelectItem onAdd={(item: ItemRow) => pick(item)} onClose={() => setOpen(null)} />}
      {open === 'cancel' && stored && (
        <CancelSale
          sale={stored}
          types={types}
          onDone={(answer) => {
            accept(answer)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </fieldset>
  )
}

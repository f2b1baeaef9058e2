import { useQuery } from '@tanstack/react-query'

import {
  type PurchaseOrderDraft,
  type PurchaseOrderRow,
  purchaseOrders,
} from '../../../../contract/purchasing/purchase-orders.ts'
import { suppliers } from '../../../../contract/purchasing/suppliers.ts'
import { locations } from '../../../../contract/stock/locations.ts'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DateField, RecordField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import type { Option } from '../../../ui/form/RecordSelect.tsx'
import { useStrayScan } from '../../../ui/scan/useStrayScan.ts'
import { locationChoice, supplierChoice } from '../../shared/choices.ts'
import { draftLines, findOrderProblems, formValuesOf, type OrderBody, OrderForm, bodyOf } from './orderForm.ts'
import { OrderLines, useOrderLines } from './OrderLines.tsx'

const width = 1000
const active = { status: 'true' } as const
const describeFailure = () => 'Failed to load supplier or location data.'

/** The supplier and location selected when the form opens. */
type Chosen = { supplier: Option<number> | null; location: Option<number> | null }
const noneChosen: Chosen = { supplier: null, location: null }

/** Creates an order. `draft` fills the form with items that are low on stock. */
export function CreatePurchaseOrder({ draft, onClose }: { draft: PurchaseOrderDraft | null; onClose: () => void }) {
  return draft ? (
    <DraftedOrder draft={draft} onClose={onClose} />
  ) : (
    <NewOrder chosen={noneChosen} lines={[]} onClose={onClose} />
  )
}

/** Fetches the records whose keys the draft holds. */
function DraftedOrder({ draft, onClose }: { draft: PurchaseOrderDraft; onClose: () => void }) {
  const { supplierID, locationID, items } = draft
  const supplier = useQuery({ ...readQuery(suppliers.get, { id: supplierID! }), enabled: supplierID !== undefined })
  const location = useQuery({ ...readQuery(locations.get, { id: locationID! }), enabled: locationID !== undefined })
  const itemIDs = items.map(({ itemID }) => itemID).join(',')
  const costs = useQuery({
    ...readQuery(purchaseOrders.lastCosts, { query: { itemIDs } }),
    enabled: itemIDs !== '',
  })
  const error = supplier.error ?? location.error
  if ([supplier, location, costs].some(({ isLoading }) => isLoading) || error || costs.error)
    return (
      <Dialog title="Create Purchase Order" size={width} full onClose={onClose}>
        <div className="dlg-body">
          {error && <p role="alert">Error: {describeFailure()}</p>}
          {costs.error && <p role="alert">Error: Failed to fetch items.</p>}
          {!error && !costs.error && <output>Loading...</output>}
        </div>
      </Dialog>
    )
  const to = supplier.data?.data
  const at = location.data?.data
  return (
    <NewOrder
      chosen={{
        supplier: to ? { value: to.supplierID, label: to.supplierName } : null,
        location: at ? { value: at.locationID, label: at.locationName } : null,
      }}
      lines={draftLines(items, costs.data?.data ?? [])}
      onClose={onClose}
    />
  )
}

function NewOrder({
  chosen,
  lines,
  onClose,
}: {
  chosen: Chosen
  lines: ReturnType<typeof draftLines>
  onClose: () => void
}) {
  const write = useWrite(purchaseOrders.create)
  const now = today(useTimeZone())
  const form = useRecordForm(
    OrderForm,
    {
      ...(chosen.supplier && { supplierID: chosen.supplier.value }),
      ...(chosen.location && { locationID: chosen.location.value }),
      orderDate: now,
      purchaseOrderItems: lines as OrderBody['purchaseOrderItems'],
    },
    findOrderProblems,
  )
  const of = useOrderLines(form)
  return (
    <RecordForm
      title="Create Purchase Order"
      action="Create Purchase Order"
      size={width}
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body: bodyOf(body) })}
      done={['Purchase Order Created!', 'The new purchase order and its items have been successfully created.']}
      covered={of.choosing}
      onClose={onClose}
    >
      <OrderFields form={form} of={of} chosen={chosen} />
    </RecordForm>
  )
}

/** Edits a Pending order in the same form. */
export function EditPurchaseOrder({ order, onClose }: { order: PurchaseOrderRow; onClose: () => void }) {
  const id = order.poID
  const write = useWrite(purchaseOrders.update)
  const values = formValuesOf(order)
  const form = useRecordForm(OrderForm, values, findOrderProblems)
  const of = useOrderLines(form)
  return (
    <RecordForm
      title={`Edit Purchase Order ${order.poNumber}`}
      action="Update Purchase Order"
      size={width}
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...bodyOf(body), updatedAt } })}
      stored={{ record: values, reload: async () => formValuesOf((await call(purchaseOrders.get, { id })).data) }}
      done={['Purchase Order Updated!', 'The purchase order and its items have been successfully updated.']}
      covered={of.choosing}
      onClose={onClose}
    >
      <OrderFields
        form={form}
        of={of}
        chosen={{
          supplier: { value: order.supplierID, label: order.supplier.supplierName },
          location: { value: order.locationID, label: order.location.locationName },
        }}
      />
    </RecordForm>
  )
}

function OrderFields({
  form: { control },
  of,
  chosen,
}: {
  form: FormOf<typeof OrderForm>
  of: ReturnType<typeof useOrderLines>
  chosen: Chosen
}) {
  const onStray = useStrayScan(of.scan)
  return (
    // Key events bubble up to here, so a scan into any field adds an item.
    <div className="order-form" onKeyDownCapture={onStray}>
      <div className="two">
        <RecordField
          control={control}
          name="supplierID"
          label="Select Supplier"
          required
          {...supplierChoice}
          query={active}
          failed={describeFailure}
          current={chosen.supplier}
        />
        <RecordField
          control={control}
          name="locationID"
          label="Select Location"
          required
          {...locationChoice}
          query={active}
          failed={describeFailure}
          current={chosen.location}
        />
      </div>
      <div className="two">
        <DateField control={control} name="orderDate" label="Order Date" required />
        <DateField control={control} name="expectedDeliverDate" label="Expected Delivery Date" required />
      </div>
      <div className="two">
        <TextField control={control} name="referenceNo" label="Reference Number" />
        <TextAreaField control={control} name="remarks" label="Remarks" rows={2} />
      </div>
      <OrderLines {...of} />
    </div>
  )
}

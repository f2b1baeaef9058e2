import { memo } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { transactionTypes } from '../../../../../contract/sales/transaction-types.ts'
import { DateBox } from '../../../../ui/DateBox.tsx'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { RecordSelect } from '../../../../ui/form/RecordSelect.tsx'
import { locationChoice } from '../../../shared/choices.ts'
import type { ChangeDraft, Draft } from '../state/draft.ts'

const kindOptionOf = (row: { transactionTypeID: number; transactionName: string }) => ({
  value: row.transactionTypeID,
  label: row.transactionName,
})

/** Edits the location, the type and the dates of the sale. */
export const SaleHead = memo(function SaleHead({
  stored,
  locationID,
  transactionTypeID,
  orderDate,
  expectedDeliverDate,
  readOnly,
  errors,
  onChange,
}: {
  stored: SaleRow | null
  locationID: number | null
  transactionTypeID: number | null
  orderDate: string
  expectedDeliverDate: string | null
  readOnly: boolean
  errors: ReadonlyMap<string, string>
  onChange: ChangeDraft
}) {
  const changeDraft = (changed: Partial<Draft>) => onChange((draft) => ({ ...draft, ...changed }))
  return (
    <section className="sec sale-facts" aria-label="Sale">
      <FieldGroup className="two">
        <RecordSelect
          label="Location"
          {...locationChoice}
          query={{ status: 'true' }}
          current={stored && { value: stored.locationID, label: stored.location.locationName }}
          value={locationID}
          readOnly={readOnly}
          error={errors.get('locationID')}
          onChange={(locationID) => changeDraft({ locationID })}
        />
        <RecordSelect
          label="Transaction type"
          list={transactionTypes.list}
          failed={() => 'Failed to Fetch Transaction Type'}
          option={kindOptionOf}
          current={stored && { value: stored.transactionTypeID, label: stored.transactionType.transactionName }}
          value={transactionTypeID}
          readOnly={readOnly}
          error={errors.get('transactionTypeID')}
          onChange={(transactionTypeID) => changeDraft({ transactionTypeID })}
        />
        <DateBox
          label="Order date"
          readOnly={readOnly}
          value={orderDate}
          error={errors.get('orderDate')}
          onChange={(orderDate) => changeDraft({ orderDate: orderDate ?? '' })}
        />
        <DateBox
          label="Expected delivery date"
          placeholder={readOnly ? '—' : 'Add'}
          readOnly={readOnly}
          value={expectedDeliverDate}
          error={errors.get('expectedDeliverDate')}
          onChange={(expectedDeliverDate) => changeDraft({ expectedDeliverDate })}
        />
      </FieldGroup>
    </section>
  )
})

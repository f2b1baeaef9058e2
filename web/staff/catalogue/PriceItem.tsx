import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { itemPricing, ItemPricingInput, type ItemPricingRow } from '../../../contract/pricing/item-pricing.ts'
import { describeParts, goldFloor, reckonPrice } from '../../../contract/pricing/price-rules.ts'
import { describeRateAge, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { call } from '../../lib/api.ts'
import { formatMoment, formatPeso, formatWeight } from '../../lib/format.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { useNow } from '../../lib/useNow.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { MoneyField, NumberField, SelectField } from '../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

const title = 'Price by Gold Rate'
const roundings = [
  { value: 10, label: '₱10' },
  { value: 50, label: '₱50' },
]

const nothingAdded = { markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 } as const

/** Prices an item by the gold rate, with the reckoning while one types. */
export function PriceItem({ item, onClose }: { item: ItemRow; onClose: () => void }) {
  const { data, error, refetch } = useQuery(readQuery(itemPricing.get, { id: item.itemID }))
  if (data) return <PricingForm item={item} pricing={data.data} onRefused={() => void refetch()} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <Pending error={error} refetch={refetch} height={420} />
    </Dialog>
  )
}

/** Returns the parts of an item's price as the form has them, with its version. A fixed price has none yet. */
const storedParts = ({ byRate, netGrams, updatedAt }: ItemPricingRow) => ({
  ...(byRate ?? { ...nothingAdded, netGrams }),
  updatedAt,
})

function PricingForm({
  item,
  pricing,
  onRefused,
  onClose,
}: {
  item: ItemRow
  pricing: ItemPricingRow
  onRefused: () => void
  onClose: () => void
}) {
  const { itemID: id } = item
  const write = useWrite(itemPricing.set)
  const form = useRecordForm(ItemPricingInput, storedParts(pricing))
  const { control } = form
  return (
    <RecordForm
      title={title}
      action="Set price"
      form={form}
      about={{ entity: 'item', id }}
      write={write}
      save={async (body, updatedAt) => {
        try {
          return await write.mutateAsync({ id, body: { ...body, updatedAt, goldRateID: pricing.rate?.goldRateID } })
        } catch (failure) {
          // A refusal may be about a rate that the form does not show yet.
          onRefused()
          throw failure
        }
      }}
      stored={{
        record: storedParts(pricing),
        reload: async () => storedParts((await call(itemPricing.get, { id })).data),
      }}
      done={['Price Set!', 'The item keeps this price until it is priced again.']}
      onClose={onClose}
    >
      <PricingRate pricing={pricing} />
      <div className="two">
        <NumberField
          control={control}
          name="netGrams"
          label="Net weight"
          required
          suffix="g"
          hint={`The gold without stones, of ${formatWeight(item.grams)}`}
        />
        <NumberField control={control} name="markup" label="Markup" required suffix="%" hint="On the gold" />
      </div>
      <div className="two">
        <MoneyField control={control} name="makingPerGram" label="Making per gram" required />
        <MoneyField control={control} name="makingPerPiece" label="Making per piece" required />
      </div>
      <div className="two">
        <MoneyField control={control} name="stones" label="Stones" required />
        <SelectField control={control} name="roundTo" label="Round to" required options={roundings} />
      </div>
      <Reckoning control={control} pricing={pricing} />
    </RecordForm>
  )
}

/** Names the rate by which the price is reckoned. One of more than 24 hours ago says how old it is. */
function PricingRate({ pricing: { rate, karat } }: { pricing: ItemPricingRow }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  if (rate === null) return <p className="pricing-rate">{`Enter a rate of ${karat} in Gold rates first`}</p>
  const isOld = rateAge(rate.fromAt, now) !== 'fresh'
  return (
    <p className="pricing-rate">
      {`${rate.karat} sells for ${formatPeso(rate.sellPerGram)} a gram since ${formatMoment(rate.fromAt, timeZone)}`}
      {isOld && <span className="st orange">{describeRateAge(rate.fromAt, now)}</span>}
    </p>
  )
}

/** Shows the price of what is typed, its parts, and the floor that the metal sets. */
function Reckoning({
  control,
  pricing: { rate, price: before },
}: {
  control: FormOf<typeof ItemPricingInput>['control']
  pricing: ItemPricingRow
}) {
  const typed = ItemPricingInput.safeParse(useWatch({ control }))
  const netGrams = typed.data?.netGrams ?? null
  if (!typed.success || rate === null || netGrams === null) return null
  const parts = { ...typed.data, netGrams, sellPerGram: rate.sellPerGram }
  const price = reckonPrice(parts)
  const { gold, markup, makingByGram, makingByPiece, stones, reckoned } = describeParts(parts)
  const floor = fromCentavos(goldFloor(parts.netGrams, rate.buyPerGram))
  const lines = [
    [`Gold, ${formatWeight(parts.netGrams)}`, gold],
    ['Markup', markup],
    ['Making', fromCentavos(toCentavos(makingByGram) + toCentavos(makingByPiece))],
    ['Stones', stones],
    ['Together', reckoned],
  ] as const
  return (
    <output className="reckoning">
      <dl>
        {lines.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatPeso(amount)}</dd>
          </div>
        ))}
        <div className="price">
          <dt>Price, now {formatPeso(before)}</dt>
          <dd>{price === null ? 'too large' : formatPeso(price)}</dd>
        </div>
      </dl>
      {price !== null && price < floor && (
        <p className="below">Below the gold in it, which the shop buys for {formatPeso(floor)}</p>
      )}
    </output>
  )
}

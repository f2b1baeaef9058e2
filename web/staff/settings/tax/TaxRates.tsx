import { Button } from '@mantine/core'
import { useState } from 'react'

import { taxKindNames, type TaxCountryCode } from '../../../../contract/tax/tax-countries.ts'
import { describeRate } from '../../../../contract/tax/tax-papers.ts'
import { taxes, type TaxRateRow, type TaxRow } from '../../../../contract/tax/taxes.ts'
import { formatDay } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { AddTaxRate } from './AddTaxRate.tsx'
import { EndTaxRate } from './EndTaxRate.tsx'

/** Lists the rates of the shop's country. A rate that sales have used can only get a last day. */
export function TaxRates({ tax, country }: { tax: TaxRow; country: TaxCountryCode }) {
  const dialogs = useDialogs()
  const remove = useWrite(taxes.removeRate)
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<TaxRateRow | null>(null)

  async function onRemove(rate: TaxRateRow) {
    const yes = await dialogs.confirm({
      title: `Remove ${rate.code}?`,
      text: 'No sale has used this rate.',
      action: 'Remove rate',
    })
    if (!yes) return
    await remove.mutateAsync({ id: rate.taxRateID }).catch((error: Error) => toasts.error(error.message))
  }
  return (
    <section className="tax-rates" aria-label="Tax rates">
      <ul>
        {tax.rates
          .filter((rate) => rate.country === country)
          .map((rate) => (
            <li key={rate.taxRateID} aria-label={rate.code}>
              <span>
                <b>{describeRate(rate)}</b>
                <small>
                  {rate.code} · {taxKindNames[rate.kind]} · {describePeriod(rate)}
                </small>
              </span>
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Last day of ${rate.code}`}
                onClick={() => setEnding(rate)}
              >
                Last day
              </Button>
              {!rate.used && (
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={`Remove ${rate.code}`}
                  onClick={() => void onRemove(rate)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
      </ul>
      <Button variant="default" onClick={() => setAdding(true)}>
        Add a rate
      </Button>
      {adding && <AddTaxRate onClose={() => setAdding(false)} />}
      {ending && <EndTaxRate rate={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

const describePeriod = ({ fromDate, untilDate }: TaxRateRow) =>
  untilDate === null ? `from ${formatDay(fromDate)}` : `${formatDay(fromDate)} to ${formatDay(untilDate)}`

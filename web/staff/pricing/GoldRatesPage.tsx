import './rates.css'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type CurrentRateRow, goldRates } from '../../../contract/pricing/gold-rates.ts'
import { describeRefusedRate, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { formatDay, today } from '../../lib/format.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { useNow } from '../../lib/useNow.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../../ui/form/useUnsavedGuard.ts'
import { AlertIcon } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { toasts } from '../../ui/toasts.ts'
import { ScreenTabs } from '../navigation/ScreenTabs.tsx'
import { draftRates, fillByFineness, inputOf, type TypedRates } from './rateDraft.ts'
import { RateHistory } from './RateHistory.tsx'
import { RatesTable } from './RatesTable.tsx'

/** Shows the rates of today, in which staff enter new ones, and the history of a karat. */
export function GoldRatesPage() {
  const { data, error, refetch } = useQuery(readQuery(goldRates.current, {}))
  return (
    <>
      {data ? (
        <TodaysRates rows={data.data} onRefused={() => void refetch()} />
      ) : (
        <>
          <PageHeader title="Gold rates" tabs={<ScreenTabs of={screens.items} />} />
          <Pending error={error} refetch={refetch} height={520} />
        </>
      )}
      <RateHistory />
    </>
  )
}

function TodaysRates({ rows, onRefused }: { rows: readonly CurrentRateRow[]; onRefused: () => void }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const [typed, setTyped] = useState<TypedRates>({})
  const [source, setSource] = useState('')
  const write = useWrite(goldRates.create)
  const drafts = draftRates(rows, typed, now, timeZone)
  const unsaved = drafts.some(({ isChanged }) => isChanged)
  useLeaveGuard(unsaved || source.trim() !== '')
  const open = drafts.flatMap(({ karat, problem, jump }) =>
    problem ? [`${karat}: ${problem.message}`] : jump ? [jump.sentence] : [],
  )
  const missing = unsaved ? open : ['Enter a rate']

  async function save() {
    if (missing.length > 0 || write.isPending) return
    const rates = inputOf(drafts, typed)
    try {
      await write.mutateAsync({ body: { rates, source: source.trim() || null } })
      setTyped({})
      setSource('')
      const saved = rates.map(({ karat, sellPerGram }) => `${karat} ${formatPeso(sellPerGram)}`)
      toasts.success(`Rates saved: ${saved.join(', ')}`)
    } catch (failure) {
      toasts.error(`Error: ${(failure as Error).message}`)
      onRefused()
    }
  }
  const fill = () => setTyped((before) => fillByFineness(drafts, before) ?? before)
  useShortcuts('Gold rates', [
    { key: 'Enter', what: 'To the next field' },
    { key: 'F4', what: 'Fill the rest by fineness', run: fill },
    { key: 'Ctrl+s', what: 'Save rates', run: () => void save() },
  ])

  return (
    <>
      <PageHeader title="Gold rates" tabs={<ScreenTabs of={screens.items} />}>
        <SubmitButton missing={missing} pending={write.isPending} onPress={() => void save()}>
          Save rates
        </SubmitButton>
      </PageHeader>
      <RefusedRates rows={rows} now={now} timeZone={timeZone} />
      <section className="panel rates" aria-labelledby="rates-today">
        <header>
          <h2 id="rates-today">Today, {formatDay(today(timeZone, now))}</h2>
          <p className="keys">
            <kbd>Enter</kbd> next field <kbd>F4</kbd> fill the rest by fineness
          </p>
        </header>
        <RatesTable
          drafts={drafts}
          now={now}
          timeZone={timeZone}
          onChange={(karat, changes) =>
            setTyped((before) => ({ ...before, [karat]: { ...before[karat], ...changes } }))
          }
        />
        <footer>
          <TextInput
            label="Source note"
            placeholder="Board, phone, website"
            maxLength={120}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
        </footer>
      </section>
    </>
  )
}

/** Names the rates that are too old to sell by. */
function RefusedRates({ rows, now, timeZone }: { rows: readonly CurrentRateRow[]; now: Date; timeZone: string }) {
  const refused = rows.filter(({ latest }) => latest !== null && rateAge(latest.fromAt, now) === 'refused')
  if (refused.length === 0) return null
  return (
    <div className="refused-rates" role="alert">
      <AlertIcon />
      <p>
        {refused.map(({ karat, latest }) => (
          <span key={karat}>{describeRefusedRate(karat, latest!.fromAt, now, timeZone)}.</span>
        ))}
      </p>
    </div>
  )
}

/** Asks before typed rates are lost. */
function useLeaveGuard(unsaved: boolean) {
  const dialogs = useDialogs()
  useUnsavedGuard(unsaved, () =>
    dialogs.confirm({
      title: 'Leave without saving?',
      text: 'The rates that you have entered are not saved yet.',
      action: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
    }),
  )
}

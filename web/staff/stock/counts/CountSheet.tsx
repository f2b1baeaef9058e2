import '../lines.css'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { type StockCountSheet, stockCounts } from '../../../../contract/stock/stock-counts.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { PrintHead } from '../../shared/PrintHead.tsx'
import { CountLines } from './CountLines.tsx'
import { CountNews } from './CountNews.tsx'
import { describeFinish, describeUnsaved } from './countState.ts'
import { PaperSheet } from './PaperSheet.tsx'
import { useCounting } from './useCounting.ts'

/** Shows a count sheet: its figures and lines, and a paper form for print. */
export function CountSheet({ sheet }: { sheet: StockCountSheet }) {
  const dialogs = useDialogs()
  const finish = useWrite(stockCounts.finish)
  const cancel = useWrite(stockCounts.cancel)
  const client = useQueryClient()
  const { countID: id, countNumber, status } = sheet
  const counting = useCounting(id)

  /** Waits for pending writes, because the finished count must include every quantity on the screen. */
  async function waitUntilSaved() {
    const names = await counting.waitForWrites()
    if (names.length > 0) throw new Error(`${describeUnsaved(names)}: see what is wrong there, or clear the count`)
  }

  async function askToFinish() {
    try {
      await waitUntilSaved()
      const { data: now } = await client.fetchQuery(readQuery(stockCounts.get, { id }))
      const title = `Finish ${countNumber}?`
      if (!(await dialogs.confirm({ title, text: describeFinish(now), action: 'Finish' }))) return
      await waitUntilSaved()
      const { message } = await finish.mutateAsync({ id })
      await dialogs.success('Stock Count Finished!', message ?? '')
    } catch (error) {
      await dialogs.error('Stock Count Not Finished', messageOf(error as Error))
    }
  }

  async function askToCancel() {
    const yes = await dialogs.confirm({
      title: `Cancel ${countNumber}?`,
      text: 'The counted quantities will have no effect. The sheet cannot be opened again.',
      action: 'Cancel count',
      cancel: 'Keep counting',
      danger: true,
    })
    if (!yes) return
    try {
      await cancel.mutateAsync({ id })
      await dialogs.success('Stock Count Canceled!', 'No stock has changed.')
    } catch (error) {
      await dialogs.error('Stock Count Not Canceled', messageOf(error as Error))
    }
  }

  const busy = finish.isPending || cancel.isPending
  return (
    <>
      <PrintHead>Stock count</PrintHead>
      <PageHeader title={countNumber}>
        <Button onClick={() => print()}>Print sheet</Button>
        {status === 'Pending' && (
          <>
            <Button disabled={busy} onClick={() => void askToCancel()}>
              Cancel count
            </Button>
            <Button variant="filled" disabled={busy} onClick={() => void askToFinish()}>
              Finish
            </Button>
          </>
        )}
      </PageHeader>
      <CountNews sheet={sheet} />
      <CountFacts sheet={sheet} />
      <CountLines sheet={sheet} counting={counting} />
      <PaperSheet sheet={sheet} />
    </>
  )
}

function CountFacts({ sheet }: { sheet: StockCountSheet }) {
  const timeZone = useTimeZone()
  const { totalLines, countedLines, movedLines, differences, createdBy, finishedAt, remarks } = sheet
  const opened = `${formatMoment(sheet.createdAt, timeZone)}${createdBy ? `, ${createdBy.name}` : ''}`
  return (
    <section className="panel facts count-facts document" aria-label="Stock count">
      <dl>
        <Fact name="Status">
          <StatusBadge status={sheet.status} completed="green" />
        </Fact>
        <Fact name="Location">{sheet.location.locationName}</Fact>
        <Fact name="Category">{sheet.category?.categoryName ?? 'All'}</Fact>
        <Fact name="Blind">{sheet.blind ? 'Yes' : 'No'}</Fact>
        <Fact name="Counted">
          {countedLines} of {totalLines}
          <progress aria-label="Counted lines" max={Math.max(1, totalLines)} value={countedLines} />
        </Fact>
        {differences !== null && <Fact name="Differences">{differences}</Fact>}
        {movedLines > 0 && <Fact name="Moved">{movedLines}</Fact>}
        <Fact name="Opened">{opened}</Fact>
        {finishedAt !== null && <Fact name="Finished">{formatMoment(finishedAt, timeZone)}</Fact>}
        {remarks !== null && <Fact name="Remarks">{remarks}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

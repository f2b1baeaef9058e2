import './labels.css'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'

import { type LabelJob, type LabelPreview, labels } from '../../../contract/catalogue/labels.ts'
import { callForFile } from '../../lib/api.ts'
import { downloadFile } from '../../lib/files.ts'
import { formatQuantity } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { toasts } from '../../ui/toasts.ts'
import { LabelFields } from './LabelFields.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import { type ItemToLabel, useLabelJob, useLabelPreview } from './useLabelJob.ts'

/** Returns the number of labels for a quantity: one per piece or pair, and one for a weighed item. */
export const countLabels = (quantity: number, uom: string) =>
  uom === 'BULK' ? Math.min(1, Math.ceil(quantity)) : quantity

/**
 * Prints labels of these items as a PDF. `pieces` is the text of the option to print one label per piece, such as 'As
 * many as received'.
 */
export function PrintLabels({
  items,
  pieces,
  onClose,
}: {
  items: readonly ItemToLabel[]
  pieces?: string
  onClose: () => void
}) {
  const labelJob = useLabelJob(items, pieces !== undefined)
  const { job, problem, isSheet, startAt } = labelJob
  const { preview, error, refetch, isStale } = useLabelPreview(job)
  const [making, setMaking] = useState(false)

  async function printLabels() {
    setMaking(true)
    try {
      const refused = new Set(preview?.refused.map(({ itemID }) => itemID))
      const wanted = job.labels.filter(({ itemID }) => !refused.has(itemID))
      const file = await callForFile(labels.print, {
        body: { ...(job as LabelJob), labels: wanted as LabelJob['labels'] },
      })
      downloadFile(file, 'labels.pdf')
      toasts.success(`${formatLabelCount(preview!.labels)} in labels.pdf: print it in its actual size`)
    } catch (error) {
      toasts.error(`The labels could not be made: ${(error as Error).message}`)
    } finally {
      setMaking(false)
    }
  }

  return (
    <Dialog title="Print Labels" size={980} full onClose={onClose}>
      <div className="dlg">
        <div className="dlg-body print-labels">
          <LabelFields job={labelJob} itemCount={items.length} pieces={pieces} />
          <section className="label-preview" aria-label="Preview" aria-busy={isStale}>
            {problem && !preview ? (
              <output>Nothing to show yet.</output>
            ) : preview ? (
              <Preview preview={preview} startAt={isSheet ? (startAt ?? 1) : 1} isSheet={isSheet} />
            ) : error ? (
              <div className="failed" role="alert">
                <p>Error: {error.message}</p>
                <Button onClick={() => void refetch()}>Try again</Button>
              </div>
            ) : (
              <>
                <output>Loading...</output>
                <Skeleton height={140} />
              </>
            )}
          </section>
        </div>
        <p className="error-line" role="alert">
          {(problem && `Error: ${problem.message}`) || (preview && error && `Error: ${error.message}`)}
        </p>
        <div className="dlg-foot">
          <small>Print in actual size (100 %)</small>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            loading={making}
            disabled={problem !== undefined || !preview || preview.labels === 0 || isStale}
            onClick={() => void printLabels()}
          >
            Make PDF
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const formatLabelCount = (count: number) => (count === 1 ? '1 label' : `${formatQuantity(count)} labels`)

/** Shows the first label enlarged, its sheet, and the items that cannot have a label. */
function Preview({ preview, startAt, isSheet }: { preview: LabelPreview; startAt: number; isSheet: boolean }) {
  const { first, refused, labels, pages } = preview
  const on = isSheet ? ` on ${pages === 1 ? '1 sheet' : `${formatQuantity(pages)} sheets`}` : ''
  return (
    <>
      <output className="label-count">
        {labels === 0 ? 'There is nothing to print.' : formatLabelCount(labels) + on}
      </output>
      {first && (
        <>
          <LabelSheet page={first} part={first.labels[startAt - 1] ?? first.labels[0]!} label="The first label" />
          {isSheet && <LabelSheet page={first} label="The first sheet" />}
        </>
      )}
      {refused.length > 0 && (
        <div className="label-refused" role="alert">
          <p>
            {refused.length === 1 ? 'One item is left out:' : `${formatQuantity(refused.length)} items are left out:`}
          </p>
          <ul>
            {refused.slice(0, refusalsShown).map(({ itemID, itemName, message }) => (
              <li key={itemID}>
                <b>{itemName}</b> {message}
              </li>
            ))}
          </ul>
          {refused.length > refusalsShown && <p>and {formatQuantity(refused.length - refusalsShown)} more</p>}
        </div>
      )}
    </>
  )
}
const refusalsShown = 10

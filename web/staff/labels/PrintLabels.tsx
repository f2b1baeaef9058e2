import './labels.css'
import { Button, Checkbox, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  type LabelStockID,
  labelsPerPage,
  labelStockIDs,
  labelStocks,
} from '../../../contract/catalogue/label-stocks.ts'
import {
  type LabelCode,
  labelCodes,
  LabelJob,
  type LabelPreview,
  labels,
  offsetAtMost,
} from '../../../contract/catalogue/labels.ts'
import { callForFile } from '../../lib/api.ts'
import { quantity } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { save } from '../../lib/save.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NumberBox } from '../../ui/form/NumberBox.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useLabelChoice } from './labelChoice.ts'
import { LabelSheet } from './LabelSheet.tsx'

/** An item to print labels of. `pieces` is how many there are of it, where the labels are for what is there. */
type ToLabel = { itemID: number; pieces?: number }

/** How many labels so much of an item takes: one for each piece or pair, and one for all that is weighed. */
export const piecesIn = (quantity: number, uom: string) =>
  uom === 'BULK' ? Math.min(1, Math.ceil(quantity)) : quantity

const stocks = labelStockIDs.map((id) => ({ value: id, label: labelStocks[id].name }))
const codes = Object.entries(labelCodes).map(([value, label]) => ({ value: value as LabelCode, label }))

/** How many labels of each: as many as there are pieces, or the same of each. */
type Many = 'pieces' | 'each'

/**
 * Labels of these items as a PDF. `pieces` says in words what their pieces are ('As many as received'), where that is
 * how many labels are wanted.
 */
export function PrintLabels({
  items,
  pieces,
  onClose,
}: {
  items: readonly ToLabel[]
  pieces?: string
  onClose: () => void
}) {
  const [choice, remember] = useLabelChoice()
  const [many, setMany] = useState<Many>(
    pieces !== undefined && items.some((one) => one.pieces !== 0) ? 'pieces' : 'each',
  )
  const [each, setEach] = useState<number | null>(1)
  const [startAt, setStartAt] = useState<number | null>(1)
  const [offset, setOffset] = useState<{ x: number | null; y: number | null }>(choice.offset)
  const [making, setMaking] = useState(false)
  const change = (part: Partial<typeof choice>) => remember({ ...choice, ...part })
  const sheet = labelsPerPage(choice.stock) > 1

  const job = {
    ...choice,
    labels: items
      .map(({ itemID, pieces = 1 }) => ({ itemID, copies: many === 'pieces' ? pieces : each }))
      // Of what there is none of, none are printed.
      .filter(({ copies }) => many === 'each' || copies !== 0),
    startAt: sheet ? startAt : 1,
    offset: { x: offset.x ?? 0, y: offset.y ?? 0 },
  }
  const checked = LabelJob.safeParse(job)
  const problem = checked.error?.issues[0]
  const [asked] = useDebouncedValue(JSON.stringify(job), 250)
  const valid = LabelJob.safeParse(JSON.parse(asked))
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(labels.preview, { body: JSON.parse(asked) as LabelJob }),
    enabled: valid.success,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const preview = data?.data
  const refused = new Set(preview?.refused.map(({ itemID }) => itemID))

  function moveTo(next: typeof offset) {
    setOffset(next)
    const { x, y } = next
    if (within(x) && within(y)) change({ offset: { x, y } })
  }

  async function make() {
    setMaking(true)
    try {
      const wanted = job.labels.filter(({ itemID }) => !refused.has(itemID))
      const file = await callForFile(labels.print, {
        body: { ...(job as LabelJob), labels: wanted as LabelJob['labels'] },
      })
      save(file, 'labels.pdf')
      toasts.success(`${labelsIn(preview!.labels)} in labels.pdf: print it in its actual size`)
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
          <div className="label-fields">
            <Select
              label="Labels"
              data={stocks}
              value={choice.stock}
              allowDeselect={false}
              data-autofocus
              onChange={(stock) => change({ stock: stock as LabelStockID })}
            />
            <Select
              label="Code"
              data={codes}
              value={choice.code}
              allowDeselect={false}
              description="EAN-13 where the barcode is one, else Code 128, else QR: that is what fits best"
              onChange={(code) => change({ code: code as LabelCode })}
            />
            <fieldset className="part">
              <legend>On the label</legend>
              <Checkbox
                label="Shop’s name"
                checked={choice.shopName}
                onChange={(event) => change({ shopName: event.currentTarget.checked })}
              />
              <Checkbox
                label="Karat, grams and size"
                checked={choice.details}
                onChange={(event) => change({ details: event.currentTarget.checked })}
              />
              <Checkbox
                label="Price"
                checked={choice.price}
                onChange={(event) => change({ price: event.currentTarget.checked })}
              />
            </fieldset>
            {pieces !== undefined && (
              <Select
                label="How many"
                data={[
                  { value: 'pieces', label: pieces },
                  { value: 'each', label: 'The same of each item' },
                ]}
                value={many}
                allowDeselect={false}
                onChange={(value) => setMany(value as Many)}
              />
            )}
            <div className="two">
              {many === 'each' && (
                <NumberBox
                  label={items.length === 1 ? 'Copies' : 'Copies of each'}
                  value={each}
                  error={problem?.path.includes('copies') && problem.message}
                  onChange={setEach}
                />
              )}
              {sheet && (
                <NumberBox
                  label="First free label"
                  value={startAt}
                  error={problem?.path[0] === 'startAt' && problem.message}
                  onChange={setStartAt}
                />
              )}
            </div>
            <fieldset className="part">
              <legend>Where the printer is off</legend>
              <div className="two">
                <NumberBox
                  label="Move to the right"
                  suffix="mm"
                  signed
                  value={offset.x}
                  error={!within(offset.x) && offsetTrouble}
                  onChange={(x) => moveTo({ ...offset, x })}
                />
                <NumberBox
                  label="Move down"
                  suffix="mm"
                  signed
                  value={offset.y}
                  error={!within(offset.y) && offsetTrouble}
                  onChange={(y) => moveTo({ ...offset, y })}
                />
              </div>
            </fieldset>
          </div>
          <section
            className="label-preview"
            aria-label="Preview"
            aria-busy={isPlaceholderData || asked !== JSON.stringify(job)}
          >
            {!checked.success && !preview ? (
              <output>Nothing to show yet.</output>
            ) : preview ? (
              <Preview preview={preview} startAt={sheet ? (startAt ?? 1) : 1} sheet={sheet} />
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
            disabled={
              !checked.success || !preview || preview.labels === 0 || asked !== JSON.stringify(job) || isPlaceholderData
            }
            onClick={() => void make()}
          >
            Make PDF
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const within = (millimetres: number | null): millimetres is number =>
  millimetres !== null && Math.abs(millimetres) <= offsetAtMost
const offsetTrouble = `From −${offsetAtMost} to ${offsetAtMost} mm`

const labelsIn = (count: number) => (count === 1 ? '1 label' : `${quantity(count)} labels`)

/** The first label in large, the sheet it is on, and what cannot have one. */
function Preview({ preview, startAt, sheet }: { preview: LabelPreview; startAt: number; sheet: boolean }) {
  const { first, refused, labels, pages } = preview
  const on = sheet ? ` on ${pages === 1 ? '1 sheet' : `${quantity(pages)} sheets`}` : ''
  return (
    <>
      <output className="label-count">{labels === 0 ? 'There is nothing to print.' : labelsIn(labels) + on}</output>
      {first && (
        <>
          <LabelSheet page={first} part={first.labels[startAt - 1] ?? first.labels[0]!} label="The first label" />
          {sheet && <LabelSheet page={first} label="The first sheet" />}
        </>
      )}
      {refused.length > 0 && (
        <div className="label-refused" role="alert">
          <p>{refused.length === 1 ? 'One item is left out:' : `${quantity(refused.length)} items are left out:`}</p>
          <ul>
            {refused.slice(0, refusalsShown).map(({ itemID, itemName, message }) => (
              <li key={itemID}>
                <b>{itemName}</b> {message}
              </li>
            ))}
          </ul>
          {refused.length > refusalsShown && <p>and {quantity(refused.length - refusalsShown)} more</p>}
        </div>
      )}
    </>
  )
}
const refusalsShown = 10

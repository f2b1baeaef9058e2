import { Checkbox, Select } from '@mantine/core'

import { type LabelStockID, labelStockIDs, labelStocks } from '../../../contract/catalogue/label-stocks.ts'
import { type LabelCode, labelCodes, offsetAtMost } from '../../../contract/catalogue/labels.ts'
import { NumberBox } from '../../ui/form/NumberBox.tsx'
import { type Copies, isOffsetValid, type useLabelJob } from './useLabelJob.ts'

const stocks = labelStockIDs.map((id) => ({ value: id, label: labelStocks[id].name }))
const codes = Object.entries(labelCodes).map(([value, label]) => ({ value: value as LabelCode, label }))

type Job = ReturnType<typeof useLabelJob>

/** Edits the label stock, the texts and the number of copies. */
export function LabelFields({
  job: labelJob,
  itemCount,
  pieces,
}: {
  job: Job
  itemCount: number
  /**
   * The text of the option to print one label per piece, such as 'As many as received'. Undefined if only a fixed
   * number per item is possible.
   */
  pieces: string | undefined
}) {
  const { choice, changeChoice, copies, setCopies } = labelJob
  return (
    <div className="label-fields">
      <Select
        label="Labels"
        data={stocks}
        value={choice.stock}
        allowDeselect={false}
        data-autofocus
        onChange={(stock) => changeChoice({ stock: stock as LabelStockID })}
      />
      <Select
        label="Code"
        data={codes}
        value={choice.code}
        allowDeselect={false}
        description="EAN-13 where the barcode is one, else Code 128, else QR: that is what fits best"
        onChange={(code) => changeChoice({ code: code as LabelCode })}
      />
      <LabelTexts choice={choice} onChange={changeChoice} />
      {pieces !== undefined && (
        <Select
          label="How many"
          data={[
            { value: 'pieces', label: pieces },
            { value: 'each', label: 'The same of each item' },
          ]}
          value={copies}
          allowDeselect={false}
          onChange={(value) => setCopies(value as Copies)}
        />
      )}
      <Counts job={labelJob} itemCount={itemCount} />
      <PrinterOffset job={labelJob} />
    </div>
  )
}

function LabelTexts({ choice, onChange }: { choice: Job['choice']; onChange: Job['changeChoice'] }) {
  return (
    <fieldset className="part">
      <legend>On the label</legend>
      <Checkbox
        label="Shop’s name"
        checked={choice.shopName}
        onChange={(event) => onChange({ shopName: event.currentTarget.checked })}
      />
      <Checkbox
        label="Karat, grams and size"
        checked={choice.details}
        onChange={(event) => onChange({ details: event.currentTarget.checked })}
      />
      <Checkbox
        label="Price"
        checked={choice.price}
        onChange={(event) => onChange({ price: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

function Counts({
  job: { copies, each, setEach, isSheet, startAt, setStartAt, problem },
  itemCount,
}: {
  job: Job
  itemCount: number
}) {
  return (
    <div className="two">
      {copies === 'each' && (
        <NumberBox
          label={itemCount === 1 ? 'Copies' : 'Copies of each'}
          value={each}
          error={problem?.path.includes('copies') && problem.message}
          onChange={setEach}
        />
      )}
      {isSheet && (
        <NumberBox
          label="First free label"
          value={startAt}
          error={problem?.path[0] === 'startAt' && problem.message}
          onChange={setStartAt}
        />
      )}
    </div>
  )
}

function PrinterOffset({ job: { offset, setPrinterOffset } }: { job: Job }) {
  const findOffsetProblem = (millimetres: number | null) =>
    !isOffsetValid(millimetres) && `From −${offsetAtMost} to ${offsetAtMost} mm`
  return (
    <fieldset className="part">
      <legend>Where the printer is off</legend>
      <div className="two">
        <NumberBox
          label="Move to the right"
          suffix="mm"
          signed
          value={offset.x}
          error={findOffsetProblem(offset.x)}
          onChange={(x) => setPrinterOffset({ ...offset, x })}
        />
        <NumberBox
          label="Move down"
          suffix="mm"
          signed
          value={offset.y}
          error={findOffsetProblem(offset.y)}
          onChange={(y) => setPrinterOffset({ ...offset, y })}
        />
      </div>
    </fieldset>
  )
}

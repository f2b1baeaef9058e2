import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'

import { type ImportColumn, importNames } from '../../../../contract/imports/import-columns.ts'
import { headingOf, positionsOf } from '../../../../contract/imports/mapping-rules.ts'
import type { Mapping, Source } from '../../../../contract/imports/mapping.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import type { Draft } from '../draft/useDraft.ts'
import { ValueField } from '../draft/ValueField.tsx'
import {
  choiceOf,
  explainSource,
  lacksColumns,
  readingNames,
  readingOf,
  readingsFor,
  type SourceChoice,
  sourceOf,
  withReading,
  withSource,
} from './sources.ts'

/** One column of ours: where its cells come from, why, and what they look like. */
export function ColumnSource({
  column,
  draft,
  onChange,
}: {
  column: ImportColumn
  draft: Draft
  onChange: (mapping: Mapping) => void
}) {
  const { key, label, required } = column
  const { header, mapping } = draft
  const source = mapping.columns.find((one) => one.key === key)?.source
  const setSource = (next: Source | undefined) => onChange(withSource(mapping, key, next))
  const reason = explainSource(draft, column)
  const isMissing = draft.unmapped.includes(key) && lacksColumns(draft)
  return (
    <li data-missing={isMissing || undefined}>
      <div className="ours">
        <b>{label}</b>
        {required ? <span className="must">required</span> : null}
        <span className="below">{column.takes}</span>
      </div>
      <div className="theirs">
        <Select
          size="sm"
          aria-label={`${label} comes from`}
          placeholder="Choose"
          searchable
          allowDeselect={false}
          error={isMissing ? `New ${importNames[draft.kind].many} need a column or a rule` : undefined}
          data={listChoices(column, header, source)}
          value={isMissing ? null : choiceOf(source)}
          onChange={(choice) => choice && setSource(sourceOf(choice as SourceChoice, column, source))}
        />
        {source && <SourceDetails column={column} source={source} onChange={setSource} />}
      </div>
      <div className="like">
        {reason !== null && <span className="why">{reason}</span>}
        {source && <Examples draft={draft} source={source} />}
      </div>
    </li>
  )
}

function listChoices({ key }: ImportColumn, header: readonly string[], source: Source | undefined) {
  const theirs = header.map((_, position) => ({
    value: `column ${position}` satisfies SourceChoice,
    label: headingOf(header, position),
  }))
  const joined = source?.from === 'columns' ? source.columns.map((one) => headingOf(header, one)).join(' + ') : null
  const rules = [
    ...(joined === null ? [] : [{ value: 'joined', label: joined }]),
    { value: 'constant', label: 'The same in every row' },
    { value: 'pattern', label: 'A pattern that counts' },
    ...(key === 'cost' ? [{ value: 'share', label: 'A share of the price' }] : []),
    { value: 'nothing', label: 'Nothing' },
  ]
  return [
    { group: 'Columns of the file', items: theirs },
    { group: 'Rules', items: rules },
  ]
}

/** The further settings of a source. A text is stored when its field loses the focus. */
function SourceDetails({
  column,
  source,
  onChange,
}: {
  column: ImportColumn
  source: Source
  onChange: (source: Source) => void
}) {
  const { label } = column
  if (source.from === 'column') {
    const reading = readingOf(source)
    const readings = readingsFor(column, reading)
    if (readings.length === 0) return null
    const all = readings.includes(reading) ? readings : [reading, ...readings]
    return (
      <Select
        size="sm"
        aria-label={`How ${label} is read`}
        allowDeselect={false}
        data={all.map((value) => ({ value, label: readingNames[value] }))}
        value={reading}
        onChange={(next) => next && onChange(withReading(source, next))}
      />
    )
  }
  if (source.from === 'constant')
    return <ConstantField key={source.value} column={column} source={source} onChange={onChange} />
  if (source.from === 'pattern')
    return <PatternField key={source.pattern} label={label} source={source} onChange={onChange} />
  if (source.from === 'share')
    return <ShareField key={source.percent} label={label} source={source} onChange={onChange} />
  return null
}

type Field<From extends Source['from']> = {
  source: Extract<Source, { from: From }>
  onChange: (source: Source) => void
}

function ConstantField({ column, source, onChange }: Field<'constant'> & { column: ImportColumn }) {
  const [value, setValue] = useState(source.value)
  const commit = (next: string) => next.trim() !== source.value && onChange({ ...source, value: next.trim() })
  return (
    <div onBlur={() => commit(value)}>
      <ValueField column={column} label={`${column.label} in every row`} value={value} onChange={setValue} />
    </div>
  )
}

function PatternField({ label, source, onChange }: Field<'pattern'> & { label: string }) {
  const [pattern, setPattern] = useState(source.pattern)
  const commit = () => pattern.trim() !== '' && pattern !== source.pattern && onChange({ ...source, pattern })
  return (
    <TextInput
      size="sm"
      label={`Pattern of ${label}`}
      description="{n:4} counts the rows with four digits: R-{n:4} is R-0001"
      autoComplete="off"
      maxLength={60}
      value={pattern}
      onChange={(event) => setPattern(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

function ShareField({ label, source, onChange }: Field<'share'> & { label: string }) {
  const [percent, setPercent] = useState<number | null>(source.percent)
  const isValid = percent !== null && percent >= 0 && percent <= 1000
  const commit = () => isValid && percent !== source.percent && onChange({ ...source, percent })
  return (
    <NumberBox
      size="sm"
      label={`${label} in percent of the price`}
      suffix="%"
      value={percent}
      error={isValid ? undefined : 'Enter a number from 0 to 1,000'}
      onChange={setPercent}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

/** A few cells of the columns that a source reads. */
function Examples({ draft: { examples }, source }: { draft: Draft; source: Source }) {
  const [position] = positionsOf(source)
  const cells = position === undefined ? [] : (examples[position] ?? [])
  return cells.length === 0 ? null : <span>{cells.slice(0, 2).join(' · ')}</span>
}

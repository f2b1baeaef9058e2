import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { DefaultValues } from 'react-hook-form'

import type { Answer, Endpoint } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { type BodySchema, type FormOf, useRecordForm } from '../form/recordForm.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { PageHeader } from '../PageHeader.tsx'
import type { Column } from '../table/columns.ts'
import { editColumn } from '../table/editColumn.tsx'
import type { Filter } from '../table/filters/FilterBox.tsx'
import { type Get, OpenedRecord, useOpenedRecord } from '../table/OpenedRecord.tsx'
import { QueryTable } from '../table/QueryTable.tsx'
import type { ExportFile } from '../table/useDownload.ts'
import { columnOf, type FieldColumn } from './columns.tsx'

type StoredRecord = object & { updatedAt: string }

/** The four endpoints of a resource, as the contract's `crud` creates them. */
type Calls = {
  list: ListEndpoint
  get: Get & { returns: z.ZodType<unknown, { data: StoredRecord }> }
  create: Endpoint & { body: BodySchema }
  update: Endpoint & { path: `/api/${string}/:id`; body: BodySchema }
}
type BodyOf<R extends Calls> = R['create']['body']
type RecordOf<R extends Calls> = Answer<R['get']>['data']

/**
 * The description of a resource's screen. A screen that needs more than this uses QueryTable and RecordForm directly.
 */
export type ScreenOf<R extends Calls> = {
  calls: R
  /** The word for one record: 'Supplier'. */
  what: string
  title: string
  /** The name of the CSV file. The browser also stores the chosen columns under this name. */
  name: string
  /** The name of the table for screen readers. */
  label: string
  columns: readonly (FieldColumn<RowOf<R['list']>> | Column<R['list']>)[]
  /** Return the key of a row, and the name by which users know its record. */
  rowID: (row: RowOf<R['list']>) => number
  nameOf: (row: RowOf<R['list']>) => string
  /** The placeholder of the search box. */
  search: string
  filters?: readonly Filter<R['list']>[]
  /** The text of the empty list. */
  empty: { title: string; text: string }
  /** The fields of the form. `stored` is the record to edit; null for a new one. */
  Fields: ComponentType<FormOf<BodyOf<R>> & { stored: RecordOf<R> | null }>
  /** The initial values of a new record. */
  start?: DefaultValues<z.input<BodyOf<R>>>
  /** Sentences that replace the default ones. */
  words?: {
    createTitle?: string
    /** The header of the column that contains the Edit button. */
    edit?: 'Action' | ''
    /** The error for a record that fails to load, and the reason to show if the server gives none. */
    notRead?: string
    notReadReason?: string
    /** The error for a change that the server refuses without a reason. */
    notChanged?: string
  }
}

/** The filter by Active and Inactive. */
export const activeFilter = {
  field: 'status',
  label: 'Any status',
  options: [
    { value: 'true', label: 'Active' },
    { value: 'false', label: 'Inactive' },
  ],
} as const

/** The screen of a resource: its list, and the forms that create and edit a record. */
export function ListScreen<R extends Calls>({
  of,
  tabs,
  exported,
  children,
}: {
  of: ScreenOf<R>
  tabs?: ReactNode
  /** The list's file with all fields. */
  exported?: ExportFile
  /** Rendered before the button that creates a record. */
  children?: ReactNode
}) {
  const { calls, what, title, name, label, rowID, nameOf, search, filters, empty, words = {} } = of
  const [creating, setCreating] = useState(false)
  const timeZone = useTimeZone()
  const opened = useOpenedRecord()
  const columns = useMemo(
    () => of.columns.map((column) => ('field' in column ? columnOf(calls.list, column, timeZone) : column)),
    [of, calls, timeZone],
  )
  const open = (row: RowOf<R['list']>) => opened.open(rowID(row))
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create {what}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} tabs={tabs}>
        {children}
        {create}
      </PageHeader>
      <QueryTable
        name={name}
        label={label}
        list={calls.list}
        columns={[...columns, editColumn(open, nameOf, words.edit)]}
        rowID={rowID}
        search={search}
        {...(filters && { filters })}
        {...(exported && { exported })}
        empty={{ ...empty, action: create }}
        onOpen={open}
      />
      {creating && <CreateRecord of={of} onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={calls.get}
          id={opened.id}
          title={`Edit ${what}`}
          {...(words.notRead !== undefined && { failed: () => words.notRead! })}
          {...(words.notReadReason !== undefined && { unknown: words.notReadReason })}
          onClose={opened.close}
        >
          {(record) => <EditRecord of={of} id={opened.id!} record={record} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}

function CreateRecord<R extends Calls>({
  of: { calls, what, start, words = {}, Fields },
  onClose,
}: {
  of: ScreenOf<R>
  onClose: () => void
}) {
  const endpoint: Calls['create'] = calls.create
  const write = useWrite(endpoint)
  const form = useRecordForm<BodyOf<R>>(calls.create.body, (start ?? {}) as DefaultValues<z.input<BodyOf<R>>>)
  return (
    <RecordForm
      title={words.createTitle ?? `Create ${what}`}
      action={`Create ${what}`}
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={[`${what} Created!`, `The new ${what.toLowerCase()} has been successfully created.`]}
      onClose={onClose}
    >
      <Fields {...form} stored={null} />
    </RecordForm>
  )
}

function EditRecord<R extends Calls>({
  of: { calls, what, words = {}, Fields },
  id,
  record,
  onClose,
}: {
  of: ScreenOf<R>
  id: number
  record: RecordOf<R>
  onClose: () => void
}) {
  const endpoint: Calls['update'] = calls.update
  const get: Calls['get'] = calls.get
  const write = useWrite(endpoint)
  const form = useRecordForm<BodyOf<R>>(calls.create.body, record as RecordOf<R> & DefaultValues<z.input<BodyOf<R>>>)
  return (
    <RecordForm
      title={`Edit ${what}`}
      action={`Update ${what}`}
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record, reload: async () => (await call(get, { id })).data }}
      done={[`${what} Updated!`, `The ${what.toLowerCase()} has been successfully updated.`]}
      {...(words.notChanged !== undefined && { unknown: words.notChanged })}
      onClose={onClose}
    >
      <Fields {...form} stored={record} />
    </RecordForm>
  )
}

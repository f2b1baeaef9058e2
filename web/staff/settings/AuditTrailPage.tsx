import './settings.css'
import { Link, useSearchParams } from 'react-router'

import { auditTrail, describeAuditActor, describeAuditRow } from '../../../contract/company/audit.ts'
import { users } from '../../../contract/people/users.ts'
import { auditActions } from '../../../contract/shared/audit/audit-actions.ts'
import { auditEntities, auditLinkOf, entityLabelOf } from '../../../contract/shared/entities.ts'
import { joinNames } from '../../../contract/shared/names.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { asRecordSource } from '../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { Filter } from '../../ui/table/filters/FilterBox.tsx'
import { OpenedRecord, useOpenedRecord } from '../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../navigation/ScreenTabs.tsx'
import { AuditChange } from './AuditChange.tsx'

const createColumns = (timeZone: string): Columns<typeof auditTrail.list> => [
  { header: 'When', value: (row) => formatMoment(row.at, timeZone), oneLine: true, card: 'extra' },
  { header: 'Who', value: describeAuditActor, card: 'detail' },
  { header: 'What', value: describeAuditRow, card: 'title' },
  {
    header: '',
    name: 'Record',
    align: 'right',
    cell: (row) => {
      const to = auditLinkOf(row)
      return (
        to && (
          <Link
            className="link"
            to={to}
            aria-label={`Open record of ${entityLabelOf(row.entity)} ${row.subject ?? row.entityID}`}
          >
            Open record
          </Link>
        )
      )
    },
    card: 'action',
  },
]

const compareLabels = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label)
const entities = Object.keys(auditEntities)
  .map((entity) => ({ value: entity, label: entityLabelOf(entity) }))
  .toSorted(compareLabels)
const actions = Object.entries(auditActions)
  .map(([value, word]) => ({ value, label: word.charAt(0).toUpperCase() + word.slice(1) }))
  .toSorted(compareLabels)

const filters: readonly Filter<typeof auditTrail.list>[] = [
  {
    field: 'userID',
    label: 'Anybody',
    records: asRecordSource({
      list: users.list,
      get: users.get,
      query: { sort: 'firstName' },
      option: (user) => ({
        value: user.userID,
        label: joinNames({ firstName: user.firstName, lastName: user.lastName }),
      }),
    }),
  },
  { field: 'entity', label: 'Anything', options: entities },
  { field: 'action', label: 'Any change', options: actions },
  { field: 'from', label: 'From', date: true },
  { field: 'to', label: 'To', date: true },
]

/** Lists all changes: who made them, when, and the values before and after. */
export function AuditTrailPage() {
  const timeZone = useTimeZone()
  const opened = useOpenedRecord()
  const [search] = useSearchParams()
  // The page of a record links here with the record's key. The user can remove this filter but cannot choose another
  // record.
  const only = search.get('entityID')
  const ofOne = only && {
    field: 'entityID' as const,
    label: 'Any of them',
    options: [{ value: only, label: `No. ${only}` }],
  }
  return (
    <>
      <PageHeader title="Audit Trail" tabs={<ScreenTabs of={screens.settings} />} />
      <QueryTable
        name="audit-trail"
        label="Audit trail"
        list={auditTrail.list}
        columns={createColumns(timeZone)}
        rowID={(row) => row.auditID}
        filters={ofOne ? [...filters, ofOne] : filters}
        empty={{
          title: 'Nothing has been changed yet',
          text: 'Whatever anybody makes or changes is written down here.',
        }}
        onOpen={(row) => opened.open(row.auditID)}
      />
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={auditTrail.get}
          id={opened.id}
          title="Change"
          size={920}
          onClose={opened.close}
        >
          {(change) => <AuditChange change={change} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}

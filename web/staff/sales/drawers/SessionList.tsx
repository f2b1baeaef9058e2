import { useMemo } from 'react'
import { useNavigate } from 'react-router'

import { drawerStatuses } from '../../../../contract/drawers/drawer-rules.ts'
import { drawerSessions } from '../../../../contract/drawers/drawer-sessions.ts'
import type { DrawerRow } from '../../../../contract/drawers/drawers.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatMoment } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { differenceWords, statusWords } from './drawerWords.ts'

const createColumns = (timeZone: string): Columns<typeof drawerSessions.list> => [
  { header: 'Number', value: (s) => s.number, sort: 'number', oneLine: true, card: 'title' },
  { header: 'Drawer', value: (s) => s.drawerName, sort: 'drawerName', oneLine: true, card: 'detail' },
  { header: 'Location', value: (s) => s.locationName },
  { header: 'Opened', value: (s) => formatMoment(s.createdAt, timeZone), sort: 'createdAt', oneLine: true },
  { header: 'Opened by', value: (s) => s.openedByName, oneLine: true },
  {
    header: 'Closed',
    value: (s) => s.closedAt && formatMoment(s.closedAt, timeZone),
    sort: 'closedAt',
    oneLine: true,
    card: 'extra',
  },
  { header: 'Closed by', value: (s) => s.closedByName, oneLine: true },
  { header: 'Reason', value: (s) => s.reason && differenceWords[s.reason] },
  { header: 'Note', value: (s) => s.note, cell: (s) => <span className="clamp">{s.note}</span> },
  {
    header: 'Status',
    value: (s) => statusWords[s.status],
    cell: (s) => <StatusBadge status={statusWords[s.status]} />,
    sort: 'status',
    card: 'status',
  },
]

/** Lists the sessions of the drawers, without amounts. */
export function SessionList({ drawers }: { drawers: readonly DrawerRow[] }) {
  const timeZone = useTimeZone()
  const navigate = useNavigate()
  const seesExpected = may(useAccount(), 'drawers.read_expected')
  const columns = useMemo(() => createColumns(timeZone), [timeZone])
  return (
    <QueryTable
      name="drawer-sessions"
      label="Drawer sessions"
      list={drawerSessions.list}
      columns={columns}
      rowID={(s) => s.drawerSessionID}
      // A Manager reads the report of an open session too. Staff go to its closing.
      onOpen={({ drawerSessionID: id, status }) => {
        const screen = status === 'Closed' || seesExpected ? screens.drawerReport : screens.closeDay
        void navigate(`${screen}?id=${id}`)
      }}
      search="Number, drawer or location"
      filters={[
        {
          field: 'drawerID',
          label: 'All drawers',
          options: drawers.map(({ drawerID, drawerName }) => ({ value: String(drawerID), label: drawerName })),
        },
        {
          field: 'status',
          label: 'All statuses',
          options: drawerStatuses.map((status) => ({ value: status, label: statusWords[status] })),
        },
        { field: 'from', label: 'Since', date: true },
        { field: 'to', label: 'Until', date: true },
      ]}
      empty={{
        title: 'No drawer was opened yet',
        text: 'A session begins when somebody counts what is in the drawer, and ends with its report.',
      }}
    />
  )
}

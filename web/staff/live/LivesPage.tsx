import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import { type LiveStatus, liveStatuses } from '../../../contract/live/live-statuses.ts'
import { lives } from '../../../contract/live/lives.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { asRecordSource } from '../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useCreateParam } from '../../ui/table/listState.ts'
import { useOpenedRecord } from '../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../ui/table/RecordPage.tsx'
import { locationChoice } from '../shared/choices.ts'
import { BasketsPage } from './baskets/BasketsPage.tsx'
import { readShared } from './calls/readShared.ts'
import { ConsolePage } from './console/ConsolePage.tsx'
import { PastePage } from './paste/PastePage.tsx'
import { CreateLive } from './plan/LiveForm.tsx'
import { PlanPage } from './plan/PlanPage.tsx'
import { Presenter } from './present/Presenter.tsx'
import { RecapPage } from './recap/RecapPage.tsx'

const title = 'LIVE LIST'

const createColumns = (timeZone: string): Columns<typeof lives.list> => [
  { header: 'Live', value: (live) => live.liveName, sort: 'liveName', card: 'title' },
  { header: 'Platforms', value: (live) => live.platforms.join(', '), card: 'detail' },
  {
    header: 'Planned start',
    value: (live) => formatMoment(live.plannedStart, timeZone),
    sort: 'plannedStart',
    card: 'extra',
  },
  { header: 'Expected end', value: (live) => formatMoment(live.expectedEnd, timeZone) },
  { header: 'Location', value: (live) => live.locationName, sort: 'locationName' },
  { header: 'Pieces', value: (live) => live.pieceCount, sort: 'pieceCount', align: 'right', card: 'value' },
  {
    header: 'Status',
    value: (live) => live.status,
    cell: (live) => <StatusBadge status={live.status} />,
    sort: 'status',
    card: 'status',
  },
  { header: 'Remarks', value: (live) => live.remarks, cell: (live) => <span className="clamp">{live.remarks}</span> },
]

/** Lists the lives, or shows the one that the address names (`?id=12`), also as the presenter (`&view=present`). */
export function LivesPage() {
  const timeZone = useTimeZone()
  const [address] = useSearchParams()
  const opened = useOpenedRecord()
  const [isCreating, setCreating] = useCreateParam()
  if (address.get('view') === 'present') return <Presenter />
  if (opened.id !== null) return <OpenedLive key={opened.id} id={opened.id} list={opened.list} />
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Plan a Live
    </Button>
  )
  return (
    <>
      <PageHeader title={title}>{create}</PageHeader>
      <QueryTable
        name="lives"
        label="Lives"
        list={lives.list}
        columns={createColumns(timeZone)}
        rowID={(live) => live.liveID}
        search="Name, location or remarks"
        filters={[
          {
            field: 'status',
            label: 'All statuses',
            options: liveStatuses.map((value: LiveStatus) => ({ value, label: value })),
          },
          { field: 'locationID', label: 'All locations', records: asRecordSource(locationChoice) },
        ]}
        empty={{
          title: 'No lives yet',
          text: 'Plan the pieces that you show on Facebook or TikTok: each gets the number that viewers write.',
          action: create,
        }}
        onOpen={(live) => opened.open(live.liveID)}
      />
      {isCreating && <CreateLive onPlanned={opened.open} onClose={() => setCreating(false)} />}
    </>
  )
}

/** One live: its plan, then the console while it runs or is paused, and its recap once it is closed; or as `view` says. */
function OpenedLive({ id, list }: { id: number; list: string }) {
  const [address] = useSearchParams()
  const view = address.get('view')
  const { data } = useQuery(readShared(lives.get, { id }))
  const isOn = data?.data.status === 'Running' || data?.data.status === 'Paused'
  if (data && isOn && view === 'paste') return <PastePage live={data.data} />
  if (data && isOn && !isPage(view)) return <ConsolePage live={data.data} list={list} />
  return (
    <RecordPage trail get={lives.get} id={id} back={{ label: title, to: list }}>
      {(live) => {
        if (view === 'recap' || (!isPage(view) && live.status === 'Closed')) return <RecapPage live={live} />
        return view === 'baskets' ? <BasketsPage live={live} /> : <PlanPage live={live} />
      }}
    </RecordPage>
  )
}

/** Whether a view is a page that a live has in every state. */
const isPage = (view: string | null) => view === 'plan' || view === 'baskets' || view === 'recap'

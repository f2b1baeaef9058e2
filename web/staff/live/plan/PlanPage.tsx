import './plan.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import { type LiveRow, lives } from '../../../../contract/live/lives.ts'
import { formatCount } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { describeLine } from '../../shared/waitingLine.ts'
import { useLiveWrite } from '../calls/useLiveWrite.ts'
import { OverlayPanel } from '../overlay/OverlayPanel.tsx'
import { AddPieces } from './AddPieces.tsx'
import { EditLive } from './LiveForm.tsx'
import { PlannedPieces } from './PlannedPieces.tsx'
import { describeOpen, describeTimes } from './planRules.ts'
import { usePlan } from './usePlan.ts'

/** The plan of a live: when and where it takes place, and its pieces in the order of showing. */
export function PlanPage({ live }: { live: LiveRow }) {
  const timeZone = useTimeZone()
  const plan = usePlan(live)
  const { liveName, status, pieces, platforms, locationName, transactionName, remarks } = live
  const isClosed = status === 'Closed'
  const facts = [
    ['When', describeTimes(live.plannedStart, live.expectedEnd, timeZone)],
    ['Platforms', platforms.join(', ')],
    ['Location', locationName],
    ['Transaction type', transactionName],
    ['Claims in line', describeLine(live.lineLength)],
    ...(remarks === null ? [] : [['Remarks', remarks]]),
  ]
  return (
    <>
      <PageHeader
        title={liveName}
        crumbs={
          <p className="live-crumbs">
            <StatusBadge status={status} /> {formatCount(live.pieceCount, 'piece')}
          </p>
        }
      >
        {status !== 'Planned' && (
          <>
            <Button component={Link} to={`?id=${live.liveID}&view=baskets`}>
              Baskets
            </Button>
            <Button component={Link} to={`?id=${live.liveID}&view=recap`}>
              Recap
            </Button>
          </>
        )}
        {!isClosed && <LiveActions live={live} />}
      </PageHeader>
      <section className="panel facts document" aria-label="Live">
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {!isClosed && <OverlayPanel live={live} />}
      <section className="panel live-plan" aria-label="Pieces">
        {!isClosed && <AddPieces live={live} plan={plan} />}
        {pieces.length === 0 ? (
          <p className="hint">No pieces yet. Each one that you add gets the next number, and keeps it.</p>
        ) : (
          <PlannedPieces live={live} plan={plan} />
        )}
      </section>
    </>
  )
}

/** The buttons that change a live as a whole. */
function LiveActions({ live }: { live: LiveRow }) {
  const { liveID: id, liveName, status } = live
  const dialogs = useDialogs()
  const [isEditing, setEditing] = useState(false)
  const start = useLiveWrite(lives.start)
  const pause = useLiveWrite(lives.pause)
  const close = useLiveWrite(lives.close)
  const isPending = start.isPending || pause.isPending || close.isPending

  const tell = (sentence: string) => ({
    onSuccess: () => toasts.success(sentence),
    onError: ({ message }: Error) => toasts.error(`Error: ${message}`),
  })
  async function askAndClose() {
    const yes = await dialogs.confirm({
      title: `Close ${liveName}?`,
      text: `${describeOpen(live)}A closed live is over for good: nothing is shown or claimed in it any more.`,
      action: 'Close Live',
      danger: true,
    })
    if (yes) close.mutate({ id, body: { confirmed: live.undecided + live.asked > 0 } }, tell(`${liveName} is closed`))
  }
  return (
    <>
      <Button onClick={() => setEditing(true)}>Edit</Button>
      {status !== 'Planned' && (
        <Button component={Link} to={`?id=${id}`}>
          Console
        </Button>
      )}
      {status !== 'Planned' && (
        <Button disabled={isPending} onClick={() => void askAndClose()}>
          Close
        </Button>
      )}
      {status === 'Running' ? (
        <Button disabled={isPending} onClick={() => pause.mutate({ id }, tell(`${liveName} is paused`))}>
          Pause
        </Button>
      ) : (
        <Button
          variant="filled"
          disabled={isPending}
          onClick={() =>
            start.mutate({ id }, tell(status === 'Paused' ? `${liveName} goes on` : `${liveName} has started`))
          }
        >
          {status === 'Paused' ? 'Go on' : 'Start'}
        </Button>
      )}
      {isEditing && <EditLive live={live} onClose={() => setEditing(false)} />}
    </>
  )
}

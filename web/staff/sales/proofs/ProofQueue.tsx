import { useState } from 'react'
import { Link } from 'react-router'

import { nameProof } from '../../../../contract/proofs/proof-rules.ts'
import { proofs, type ProofListRow, type ProofRow } from '../../../../contract/proofs/proofs.ts'
import { callForStream } from '../../../lib/api.ts'
import { formatPeso, formatQuantity, today } from '../../../lib/format.ts'
import { paramsFor } from '../../../lib/query.ts'
import { useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { DownloadIcon, FilterIcon } from '../../../ui/icons.tsx'
import { LoadFailure } from '../../../ui/table/ListStates.tsx'
import { Paging } from '../../../ui/table/Paging.tsx'
import { useDownload } from '../../../ui/table/useDownload.ts'
import { describeFlags, findTaker, formatAge, isWaiting, nameAge } from './proofWords.ts'
import { QueueFilter } from './QueueFilter.tsx'
import { narrowing, type ProofQueueState } from './useProofQueue.ts'

const tabs = [
  { state: 'waiting', label: 'Waiting' },
  { state: 'approved', label: 'Approved' },
  { state: 'rejected', label: 'Rejected' },
] as const

/** The proofs of the queue in groups by age, with the tabs, the search and the filters above them. */
export function ProofQueue({
  queue,
  now,
  accounts,
}: {
  queue: ProofQueueState
  now: Date
  accounts: ProofRow['accounts']
}) {
  const [isFiltering, setFiltering] = useState(queue.isNarrowed)
  const used = narrowing.filter((name) => queue.sent[name] !== undefined).length
  return (
    <section className="proof-queue" aria-label="Queue">
      <header>
        <title>Payment proofs</title>
        <div className="proof-top">
          <h1>Payment proofs</h1>
          <button
            type="button"
            className={used > 0 ? 'ib on' : 'ib'}
            aria-label={used > 0 ? `Search and filter (${used})` : 'Search and filter'}
            title="Search and filter"
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          >
            <FilterIcon />
          </button>
          <DownloadQueue queue={queue} />
        </div>
        <nav className="tabs" aria-label="States">
          {tabs.map(({ state, label }) => (
            <Link
              key={state}
              to={queue.addressWith({ state: state === 'waiting' ? null : state, id: null })}
              preventScrollReset
              aria-current={queue.state === state ? 'true' : undefined}
            >
              {label}
              {state === 'waiting' && queue.waiting !== undefined && (
                <span className="num"> {formatQuantity(queue.waiting)}</span>
              )}
            </Link>
          ))}
        </nav>
        {isFiltering && <QueueFilter queue={queue} accounts={accounts} />}
      </header>
      <QueueRows queue={queue} now={now} />
      {queue.total !== undefined && queue.total > queue.pageSize && (
        <Paging
          page={queue.page}
          pageSize={queue.pageSize}
          total={queue.total}
          addressOf={(page) => queue.addressWith({ page: String(page), id: null })}
        />
      )}
      <div className="proof-keys" aria-hidden="true">
        <span>
          <kbd>J</kbd>next
        </span>
        <span>
          <kbd>K</kbd>previous
        </span>
        <span>
          <kbd>?</kbd>keys
        </span>
      </div>
    </section>
  )
}

function QueueRows({ queue, now }: { queue: ProofQueueState; now: Date }) {
  if (queue.error) return <LoadFailure error={queue.error} onRetry={() => void queue.refetch()} />
  if (queue.isLoading)
    return (
      <div className="proof-bones" aria-busy="true">
        {Array.from({ length: 8 }, (_, n) => (
          <span key={n} className="bone" />
        ))}
      </div>
    )
  const groups = queue.rows.map((row) => nameAge(isWaiting(row) ? row.sentAt : (row.decidedAt ?? row.sentAt), now))
  return (
    // Safari needs the explicit role: it drops list semantics without bullets.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ol role="list" aria-label="Proofs">
      {queue.rows.map((row, n) => (
        <li key={row.proofID}>
          {groups[n] !== groups[n - 1] && <h2 className="proof-age">{groups[n]}</h2>}
          <QueueRow row={row} queue={queue} now={now} />
        </li>
      ))}
    </ol>
  )
}

function QueueRow({ row, queue, now }: { row: ProofListRow; queue: ProofQueueState; now: Date }) {
  const me = useAccount()
  const timeZone = useTimeZone()
  const taker = findTaker(row, me?.userID, now)
  return (
    <Link
      to={queue.addressOf(row.proofID)}
      preventScrollReset
      className="proof-row"
      data-proof={row.proofID}
      data-taken={taker ? true : undefined}
      aria-current={row.proofID === queue.openID ? 'true' : undefined}
    >
      <b>{row.buyerName ?? 'No name'}</b>
      <span className="amount">{formatPeso(row.amount)}</span>
      <small>
        {nameProof(row.proofID)} · {row.transactionNumber}
      </small>
      <small>{formatAge(isWaiting(row) ? row.sentAt : (row.decidedAt ?? row.sentAt), now)}</small>
      <span className="flags">
        {isWaiting(row) &&
          describeFlags(row, me?.userID, timeZone, now).map(({ colour, text }) => (
            <span key={text} className={`st ${colour}`}>
              {text}
            </span>
          ))}
        {row.undoneAt !== null && <span className="st red">Undone</span>}
      </span>
    </Link>
  )
}

/** Downloads every proof of the search and the filters as a CSV file. */
function DownloadQueue({ queue }: { queue: ProofQueueState }) {
  const timeZone = useTimeZone()
  const { progress, download } = useDownload()
  return (
    <button
      type="button"
      className="ib"
      aria-label="Download CSV"
      title="Download CSV"
      disabled={progress !== null || !queue.total}
      onClick={() =>
        void download(`payment-proofs-${today(timeZone)}.csv`, (signal) => {
          const { page: _, pageSize: __, ...filters } = queue.sent
          return callForStream(proofs.list, paramsFor(proofs.list, { query: { ...filters, format: 'csv' } }), {
            signal,
          })
        })
      }
    >
      <DownloadIcon />
    </button>
  )
}

import './system.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { roleNames } from '../../../contract/shared/permissions.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { type OperationRun, type Release, system, type SystemState } from '../../../contract/system/system.ts'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { Fact } from '../../ui/Fact.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ScreenTabs } from '../navigation/ScreenTabs.tsx'
import { DatabaseGrowth } from './DatabaseGrowth.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { Setting } from './Setting.tsx'
import { describeAge, formatBytes } from './systemWords.ts'

/** Shows an administrator what the program and its operator's work are doing. */
export function SystemPage() {
  const { data, error, refetch } = useQuery(readQuery(system.get, {}))
  return (
    <>
      <PageHeader title="System" tabs={<ScreenTabs of={screens.settings} />} />
      {data ? <State state={data.data} /> : <Pending error={error} refetch={refetch} height={900} />}
    </>
  )
}

function State({ state }: { state: SystemState }) {
  return (
    <div className="settings">
      <Setting title="Backups" hint="The whole shop in one file. A copy belongs on another machine.">
        <Backups {...state} />
      </Setting>
      <Setting title="Books" hint="The proof that stock, costs and money agree with their ledgers.">
        <Books run={state.verify} />
      </Setting>
      <Setting title="Database" hint="Everything but the pictures, measured once a day.">
        <DatabaseGrowth database={state.database} />
      </Setting>
      <Setting title="Failed work" hint="Scheduled work and mails that were retried and failed each time.">
        <FailedJobs failed={state.failedJobs} />
      </Setting>
      <Setting title="Failures" hint="Backups and proofs of the last 30 days.">
        <Failures runs={state.failures} />
      </Setting>
      <Setting title="Signed in" hint="People with an open session, the last active first.">
        <SignedIn people={state.people} />
      </Setting>
      <Setting title="Version" hint="The program that runs, and what changed in it.">
        <p className="system-lead">
          <b>Alahas {state.version}</b>
        </p>
        {state.releases.map((release) => (
          <Changes key={release.title} release={release} />
        ))}
      </Setting>
    </div>
  )
}

const names: Record<OperationRun['kind'], string> = {
  backup: 'Backup',
  check: 'Check of a backup',
  restore: 'Restore',
  verify: 'Proof of the books',
  housekeeping: 'Scheduled work',
  pictures: 'Upkeep of pictures',
  mail: 'Mail',
}

function Backups({ backup, isBackupLate, restore }: SystemState) {
  const timeZone = useTimeZone()
  const when = (run: OperationRun) => `${formatMoment(run.startedAt, timeZone)}, ${describeAge(run.startedAt)}`
  return (
    <>
      <p className="system-lead">
        <StatusBadge status={isBackupLate ? 'Late' : 'Up to date'} />
        {backup ? (
          <b>{when(backup)}</b>
        ) : (
          <span>
            No backup is on record. The operator makes one with <code>alahas backup</code>.
          </span>
        )}
      </p>
      <dl className="system-facts">
        {backup && (
          <>
            <Fact name="Written to">
              <span className="system-path">{backup.file}</span>
            </Fact>
            <Fact name="Size">{backup.bytes === null ? null : formatBytes(backup.bytes)}</Fact>
            <Fact name="Contents">{backup.detail}</Fact>
          </>
        )}
        <Fact name="Last proved">
          {restore ? `${names[restore.kind]}: ${when(restore)}` : 'Never: a restore or a check proves a backup'}
        </Fact>
      </dl>
    </>
  )
}

function Books({ run }: { run: OperationRun | null }) {
  const timeZone = useTimeZone()
  if (!run)
    return (
      <p className="system-lead">
        <StatusBadge status="Not yet" />
        <span>
          No proof is on record. One is made every night, and by <code>alahas verify</code>.
        </span>
      </p>
    )
  return (
    <>
      <p className="system-lead">
        <StatusBadge status={run.result === 'succeeded' ? 'Right' : 'Failed'} />
        <b>{`${formatMoment(run.startedAt, timeZone)}, ${describeAge(run.startedAt)}`}</b>
      </p>
      <p className="system-detail">{run.detail}</p>
    </>
  )
}

function Failures({ runs }: { runs: readonly OperationRun[] }) {
  const timeZone = useTimeZone()
  if (runs.length === 0) return <p>Nothing failed.</p>
  return (
    <ul className="system-rows" aria-label="Failures">
      {runs.map(({ runID, kind, endedAt, detail }) => (
        <li key={runID}>
          <p>
            <b>{names[kind]}</b>
            <small>{detail}</small>
          </p>
          <time dateTime={endedAt}>{formatMoment(endedAt, timeZone)}</time>
        </li>
      ))}
    </ul>
  )
}

function SignedIn({ people }: { people: SystemState['people'] }) {
  const timeZone = useTimeZone()
  return (
    <ul className="system-rows" aria-label="People signed in">
      {people.map(({ userID, name, roleID, sessions, lastUsedAt }) => (
        <li key={userID}>
          <p>
            <Link className="link" to={recordPathOf(screens.users, userID)}>
              {name}
            </Link>
            <small>
              {roleNames[roleID]}, {formatCount(sessions, 'session')}
            </small>
          </p>
          <time dateTime={lastUsedAt}>{formatMoment(lastUsedAt, timeZone)}</time>
        </li>
      ))}
    </ul>
  )
}

function Changes({ release: { title, groups } }: { release: Release }) {
  const count = groups.reduce((sum, { changes }) => sum + changes.length, 0)
  return (
    <details className="system-changes">
      <summary>
        {title} <small>{formatCount(count, 'change')}</small>
      </summary>
      {groups.map((group) => (
        <section key={group.title} aria-label={`${title}, ${group.title}`}>
          <h3>{group.title}</h3>
          <ul>
            {group.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}

import '../closing.css'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'

import { drawerSessions, type DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { readQuery } from '../../../../lib/query.ts'
import { PageHeader } from '../../../../ui/PageHeader.tsx'
import { FailedRecord } from '../../../../ui/table/FailedRecord.tsx'
import { readKey } from '../../../../ui/table/listState.ts'
import { Loading } from '../../../../ui/table/ListStates.tsx'
import { Steps } from '../../../shared/Steps.tsx'
import { CountKeys } from '../count/CountKeys.tsx'
import { NoDrawerChosen } from '../NoDrawerChosen.tsx'
import { AcceptCount } from './AcceptCount.tsx'
import { CompareAndSign } from './CompareAndSign.tsx'
import { CountBlind } from './CountBlind.tsx'
import { StartCounting } from './StartCounting.tsx'

const title = 'Close the day'

/** Closes the session of a drawer (`?id=42`): it is counted blind, compared, signed and then closed for good. */
export function CloseDayPage() {
  const id = readKey(useSearchParams()[0], 'id')
  const { data, error, refetch } = useQuery({
    ...readQuery(drawerSessions.get, { id: id ?? 0 }),
    enabled: id !== null,
  })
  const session = data?.data
  if (id === null) return <NoDrawerChosen title={title} />
  if (session?.status === 'Closed') return <Navigate to={`${screens.drawerReport}?id=${id}`} replace />
  return (
    <>
      <PageHeader title={title}>
        {session && <Steps label={title} steps={stepNames} now={stepOf(session)} />}
        {session?.status === 'Counting' && stepOf(session) === 0 && <CountKeys />}
      </PageHeader>
      {error ? (
        <section className="panel">
          <FailedRecord error={error} onRetry={() => void refetch()} back={{ label: 'Drawer', to: screens.drawer }} />
        </section>
      ) : session ? (
        <ClosingStep session={session} />
      ) : (
        <section className="panel">
          <Loading rows={8} pics={false} />
        </section>
      )}
    </>
  )
}

const stepNames = ['Count', 'Compare', 'Sign']

const isCounted = ({ counts }: DrawerSessionRow) => counts.some(({ kind }) => kind === 'first')

function stepOf(session: DrawerSessionRow): number {
  if (session.finishedAt !== null) return 2
  return isCounted(session) ? 1 : 0
}

function ClosingStep({ session }: { session: DrawerSessionRow }) {
  if (session.status === 'Open') return <StartCounting session={session} />
  if (session.finishedAt !== null) return <CompareAndSign session={session} />
  return isCounted(session) ? <AcceptCount session={session} /> : <CountBlind session={session} kind="first" />
}

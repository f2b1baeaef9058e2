import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Answer } from '../../../contract/shared/endpoint.ts'
import { readQuery, paramsFor } from '../../lib/query.ts'
import { RecordTrail } from '../form/RecordTrail.tsx'
import { FailedRecord } from './FailedRecord.tsx'
import type { Get } from './OpenedRecord.tsx'

/**
 * One record on a page that replaces its list. It shows a link back to the list and the content of `children`.
 */
export function RecordPage<E extends Get>({
  get,
  id,
  back,
  trail = false,
  children,
}: {
  get: E
  id: number
  back: { label: string; to: string }
  /** Whether the page links to the record's audit trail. */
  trail?: boolean
  children: (record: Answer<E>['data']) => ReactNode
}) {
  const { data, error, refetch } = useQuery(readQuery(get, paramsFor(get, { id })))
  return (
    <>
      <Link className="link back no-print" to={back.to}>
        ‹ {back.label}
      </Link>
      {trail && <RecordTrail id={id} />}
      {data && children(data.data)}
      {!data && error && <FailedRecord error={error} back={back} onRetry={() => void refetch()} />}
      {!data && !error && <output>Loading...</output>}
    </>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'

import type { Answer, Endpoint } from '../../../contract/shared/endpoint.ts'
import { type ApiError, messageOf } from '../../lib/api.ts'
import { metaOf, readQuery, paramsFor } from '../../lib/query.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { FailureText } from '../FailureText.tsx'
import { OpenedKey } from '../form/RecordTrail.tsx'
import { FailedRecord } from './FailedRecord.tsx'
import { readKey } from './listState.ts'

/**
 * The record that the address names (`?id=12`), so that it can be linked. Returns its key or null, functions to open
 * and close a record, and the address of the list without an open record.
 */
export function useOpenedRecord() {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const id = readKey(search, 'id')
  const without = new URLSearchParams(search)
  without.delete('id')

  function open(key: number) {
    const next = new URLSearchParams(search)
    next.set('id', String(key))
    // A record that the user opens from another record replaces that record in the history. Closing then returns to the
    // list.
    const how = id === null ? { state: { opened: true } } : { replace: true, state: location.state as unknown }
    setSearch(next, { preventScrollReset: true, ...how })
  }
  function close() {
    // If the user opened the record from the list, closing goes one step back in the history, so that Back does not
    // open the record again. If the address opened the record, closing goes to the list.
    if (location.state?.opened) {
      void navigate(-1)
      return
    }
    setSearch(without, { preventScrollReset: true, replace: true })
  }
  return { id, open, close, list: location.pathname + (without.size > 0 ? `?${without}` : '') }
}

export type Get = Endpoint & { path: `${string}/:id`; returns: { _zod: { input: { data: unknown } } } }

/** Fetches one record and renders `children` with it. Until then a panel shows that it loads, or why it failed. */
export function OpenedRecord<E extends Get>({
  get,
  id,
  title,
  size = 600,
  failed,
  prefix = '',
  unknown,
  live = false,
  back,
  onClose,
  children,
}: {
  get: E
  id: number
  title: string
  /** Width in pixels. */
  size?: number
  /** Returns the message for a record that fails to load. The reason follows it. */
  failed?: (error: ApiError) => string
  /** The text before the reason. */
  prefix?: string
  /** The reason to show if the server gives none. */
  unknown?: string
  /** Whether the record is only shown, so that it follows the changes of others. */
  live?: boolean
  /** The list, for a record that replaces it. Such a record has a page instead of a panel above the list. */
  back?: { label: string; to: string }
  onClose: () => void
  children: (record: Answer<E>['data']) => ReactNode
}) {
  const { data, error, refetch } = useQuery({
    ...readQuery(get, paramsFor(get, { id })),
    // A form keeps the version that it began with, until the person reads the record again.
    meta: { ...metaOf(get, { id }), ...(!live && { inForm: true }) },
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (data) return <OpenedKey value={id}>{children(data.data)}</OpenedKey>
  if (back)
    return (
      <>
        <Link className="link back" to={back.to}>
          ‹ {back.label}
        </Link>
        {error ? (
          <FailedRecord error={error} back={back} onRetry={() => void refetch()} />
        ) : (
          <output>Loading...</output>
        )}
      </>
    )
  const reason = error && prefix + messageOf(error, unknown)
  return (
    <Dialog title={title} size={size} full onClose={onClose}>
      {error ? (
        <div className="failed" role="alert">
          <FailureText error={error} text={failed?.(error) ?? prefix + messageOf(error, unknown)} />
          {failed && error.code !== 'drawer.blind' && <p>{reason}</p>}
          {error.status === 404 ? (
            <Button onClick={onClose} data-autofocus>
              Show the list
            </Button>
          ) : (
            <Button onClick={() => void refetch()} data-autofocus>
              Try again
            </Button>
          )}
        </div>
      ) : (
        <div className="dlg-body">
          <output>Loading...</output>
          <Skeleton height={40} />
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      )}
    </Dialog>
  )
}

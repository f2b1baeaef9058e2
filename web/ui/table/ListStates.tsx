import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { EmptyState } from '../EmptyState.tsx'
import { type Failed, FailureText } from '../FailureText.tsx'

/** Placeholders for the expected rows, so that the layout does not move when the rows arrive. */
export function Loading({ rows, pics }: { rows: number; pics: boolean }) {
  return (
    <div className={pics ? 'loading pics' : 'loading'} aria-busy="true">
      <output>Loading...</output>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i}>
          <span className="bone" />
        </div>
      ))}
    </div>
  )
}

/** Reports that a list failed to load, with a button to retry. `prefix` comes before the server's sentence. */
export function LoadFailure({ error, prefix = '', onRetry }: { error: Failed; prefix?: string; onRetry: () => void }) {
  return (
    <div className="failed" role="alert">
      <FailureText error={error} text={prefix + error.message} />
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** An empty list: no row matches the search and the filters (`onClear`), or there are no records yet. */
export function NoRows({
  empty,
  onClear,
}: {
  empty: { title: string; text: string; action?: ReactNode }
  onClear: (() => void) | undefined
}) {
  if (onClear)
    return (
      <EmptyState title="Nothing found" text="No record fits what you have searched and filtered for.">
        <Button onClick={onClear}>Clear filters</Button>
      </EmptyState>
    )
  return (
    <EmptyState title={empty.title} text={empty.text}>
      {empty.action}
    </EmptyState>
  )
}

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { type Failed, FailureText } from '../../../ui/FailureText.tsx'

/** Shows a panel of the dashboard: title, action and content. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel part-of" aria-label={title}>
      <PartHead title={title}>{action}</PartHead>
      {children}
    </section>
  )
}

export function PartHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="part-head">
      <h2>{title}</h2>
      {children}
    </header>
  )
}

/** Shows a placeholder in the shape of the rows that are still loading. */
export function LoadingPart({ rows }: { rows: number }) {
  return (
    <div className="part-loading" aria-busy="true">
      <output>Loading...</output>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i}>
          <span className="bone" />
        </div>
      ))}
    </div>
  )
}

export function FailedPart({ error, onAgain }: { error: Failed; onAgain: () => void }) {
  return (
    <div className="failed" role="alert">
      <FailureText error={error} />
      <Button onClick={onAgain}>Try again</Button>
    </div>
  )
}

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

/** A panel of the dashboard: its name, what can be done with it, and what it says. */
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

/** 'Loading...' in the shape of the rows that are coming. */
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

export function FailedPart({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <div className="failed" role="alert">
      <p>Error: {message}</p>
      <Button onClick={onAgain}>Try again</Button>
    </div>
  )
}

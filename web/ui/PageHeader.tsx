import type { ReactNode } from 'react'

/**
 * A screen's title, also the window's, the tabs it shares with others, and what can be done there: one emerald
 * button, others outlined.
 */
export function PageHeader({ title, tabs, children }: { title: string; tabs?: ReactNode; children?: ReactNode }) {
  return (
    <div className="ph">
      <title>{title}</title>
      <h1>{title}</h1>
      {tabs}
      {children}
    </div>
  )
}

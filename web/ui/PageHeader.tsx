import type { ReactNode } from 'react'

/**
 * A screen's title, also the window's, under it the links to its neighbours, the tabs it shares with others, and what
 * can be done there: one emerald button, others outlined.
 */
export function PageHeader({
  title,
  crumbs,
  tabs,
  children,
}: {
  title: string
  crumbs?: ReactNode
  tabs?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="ph">
      <title>{title}</title>
      {crumbs === undefined ? (
        <h1>{title}</h1>
      ) : (
        <div>
          <h1>{title}</h1>
          {crumbs}
        </div>
      )}
      {tabs}
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'

/**
 * The title of a screen and of the window. It also holds links to related screens, tabs and actions. One action is the
 * emerald button; the others are outlined.
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

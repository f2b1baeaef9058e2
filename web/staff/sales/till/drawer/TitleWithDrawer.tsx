import './drawer.css'
import type { TillDrawer } from './useTillDrawer.ts'

/** The title of the till with the name of its drawer, which opens the choice of another. */
export function TitleWithDrawer({
  title,
  drawer,
  onChoose,
}: {
  title: string
  drawer: TillDrawer
  onChoose: () => void
}) {
  return (
    <div className="title-drawer">
      <h1>{title}</h1>
      <button
        type="button"
        className={drawer.status === 'Open' ? 'link drawer-mark' : 'link drawer-mark unready'}
        aria-label={`Drawer of this till: ${describeDrawer(drawer)}`}
        onClick={onChoose}
      >
        {describeDrawer(drawer)}
      </button>
    </div>
  )
}

/** Returns the drawer with its session or its state: `Counter 1 · Z-0042`. */
function describeDrawer({ drawerName, status, session }: TillDrawer): string {
  if (drawerName === null) return 'Choose a drawer'
  if (session === null) return `${drawerName} · closed`
  return `${drawerName} · ${status === 'Counting' ? 'being counted' : session.number}`
}

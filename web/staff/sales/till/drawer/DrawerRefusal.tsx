import { Link } from 'react-router'

import { screens } from '../../../../../contract/shared/screens.ts'
import type { TillDrawer } from './useTillDrawer.ts'

const codes = ['drawer.not_open', 'drawer.not_chosen', 'drawer.counting', 'drawer.blind'] as const

/**
 * Why the drawer took no cash, or why a sale that was sent before is not shown. The sale stays at the till, and is sent
 * again afterwards.
 */
export type NoCash = {
  code: (typeof codes)[number]
  /** The drawer of the till; null without one. */
  drawerID: number | null
}

/** Returns why the drawer took no cash; null for any other refusal. */
export function findNoCash(code: string | null, drawer: TillDrawer | null): NoCash | null {
  const found = codes.find((one) => one === code)
  return found ? { code: found, drawerID: drawer?.drawerID ?? null } : null
}

/** Says calmly why the drawer took no cash, and what to do. */
export function DrawerRefusal({
  reason: { code, drawerID },
  message,
  onChoose,
}: {
  reason: NoCash
  message: string
  onChoose: () => void
}) {
  return (
    <p className="waits all drawer-refusal" role="alert">
      {message}. The sale stays here.{' '}
      {code === 'drawer.not_open' && (
        <Link className="link" to={drawerID === null ? screens.drawer : `${screens.openDrawer}?id=${drawerID}`}>
          Open the drawer
        </Link>
      )}
      {code === 'drawer.not_chosen' && (
        <button type="button" className="link" onClick={onChoose}>
          Choose a drawer
        </button>
      )}
    </p>
  )
}

import { Link } from 'react-router'

import { screens } from '../../../../../contract/shared/screens.ts'

/**
 * Why the drawer took no cash, or why a sale that was sent before is not shown. The sale stays at the till, and is sent
 * again afterwards.
 */
export type DrawerRefusalCode = (typeof codes)[number]
const codes = ['drawer.not_open', 'drawer.not_chosen', 'drawer.counting', 'drawer.blind'] as const

export const isDrawerRefusal = (code: string | null): code is DrawerRefusalCode => codes.some((one) => one === code)

/** Says calmly why the drawer took no cash, and what to do. */
export function DrawerRefusal({
  code,
  message,
  onChoose,
}: {
  code: DrawerRefusalCode
  message: string
  onChoose: () => void
}) {
  return (
    <p className="waits all drawer-refusal" role="alert">
      {message}. The sale stays here.{' '}
      {code === 'drawer.not_open' && (
        <Link className="link" to={screens.drawer}>
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

import { createContext, useContext } from 'react'
import { Link, useLocation } from 'react-router'

import { auditEntities } from '../../../contract/shared/entities.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { may, useAccount } from '../../lib/session.ts'

/** The key of the record that a dialog or page has opened; null outside of such a dialog or page. */
export const OpenedKey = createContext<number | null>(null)

/**
 * A link to the audit trail of a record, for administrators. The screen's address determines the kind of record. `id`
 * defaults to the opened record. Renders nothing if this kind has no audit trail.
 */
export function RecordTrail({ id }: { id?: number }) {
  const me = useAccount()
  const { pathname } = useLocation()
  const opened = useContext(OpenedKey)
  const key = id ?? opened
  const [entity] =
    Object.entries(auditEntities).find(([, about]) => 'screen' in about && about.screen === pathname) ?? []
  if (!may(me, 'audit.read') || key === null || entity === undefined) return null
  return (
    <Link className="link trail no-print" to={`${screens.auditTrail}?entity=${entity}&entityID=${key}`}>
      Audit trail
    </Link>
  )
}

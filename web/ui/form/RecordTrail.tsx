import { createContext, useContext } from 'react'
import { Link, useLocation } from 'react-router'

import { auditEntities } from '../../../contract/company/audit.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { may, useAccount } from '../../lib/session.ts'

/** The key of the record opened in a dialog or page; null outside of such a record. */
export const OpenedKey = createContext<number | null>(null)

/**
 * Links an administrator to the audit trail of a record. The address of the screen gives the kind of record; `id`
 * defaults to the opened record. Renders nothing if the record has no audit trail.
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

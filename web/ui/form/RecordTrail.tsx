import { createContext, useContext } from 'react'
import { Link, useLocation } from 'react-router'

import { auditEntities } from '../../../contract/company/audit.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { may, useAccount } from '../../lib/session.ts'

/** The key of the record that is opened over or in place of its list; null in what opens nothing. */
export const OpenedKey = createContext<number | null>(null)

/**
 * For an administrator: the way from a record to its own audit trail. What kind of record it is the screen's address
 * says; without `id` it is the opened one. Nothing where there is no trail to lead to.
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

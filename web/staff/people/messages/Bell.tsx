import './bell.css'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'

import { screens } from '../../../../contract/shared/screens.ts'
import { BellIcon } from '../../../ui/icons.tsx'
import { unreadMessages } from './inbox.ts'

/** Links to the messages and shows the number of unread ones, which updates automatically. */
export function Bell() {
  const { data } = useQuery(unreadMessages)
  const unread = data?.meta.unread ?? 0
  const name = unread === 0 ? 'Messages' : unread === 1 ? '1 unread message' : `${unread} unread messages`
  return (
    <NavLink className="ib" to={screens.messages} aria-label={name} title={name}>
      <BellIcon />
      {unread > 0 && (
        <span className="bell-badge" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </NavLink>
  )
}

import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

import { type NotificationRow, notifications } from '../../../../contract/people/notifications.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import {
  AlertIcon,
  type Icon,
  InventoryAdjustmentIcon,
  InventoryIcon,
  PurchaseOrderIcon,
  QuestionIcon,
  SalesIcon,
  SupplierIcon,
  UsersIcon,
} from '../../../ui/icons.tsx'
import { readKey } from '../../../ui/table/listState.ts'
import { toasts } from '../../../ui/toasts.ts'
import type { Choice } from './messages.ts'

/** The query for the number of unread messages. The bell and the inbox share it. */
export const unreadMessages = {
  ...readQuery(notifications.list, { query: { pageSize: 1, unread: 'true' } }),
  refetchOnWindowFocus: 'always',
} as const

type Kind = NotificationRow['kind']

export const kindIcons: Record<Kind, Icon> = {
  lowStock: InventoryIcon,
  adjustmentWaiting: InventoryAdjustmentIcon,
  adjustmentDecided: InventoryAdjustmentIcon,
  purchaseWaiting: PurchaseOrderIcon,
  purchaseDecided: PurchaseOrderIcon,
  purchaseDue: SupplierIcon,
  holdLapsed: SalesIcon,
  layawayOverdue: AlertIcon,
  deliveryDue: SalesIcon,
  question: QuestionIcon,
  accountWaiting: UsersIcon,
  backupLate: AlertIcon,
  webhookOff: AlertIcon,
  payAccountChanged: AlertIcon,
  proofSent: SalesIcon,
}

/**
 * Returns the message that the address names, or else the one that the inbox opened by itself, or null; and a function
 * that builds such addresses.
 */
export function useChosenMessage() {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const question = readKey(search, 'id')
  const message = readKey(search, 'message')
  const chosen: Choice | null =
    question !== null
      ? { name: 'id', key: question }
      : message !== null
        ? { name: 'message', key: message }
        : previewOf(state)

  function addressOf(choice: Choice | null): string {
    const next = new URLSearchParams(search)
    next.delete('id')
    next.delete('message')
    if (choice) next.set(choice.name, String(choice.key))
    return next.size > 0 ? `${pathname}?${next}` : pathname
  }
  return { chosen, addressOf }
}

/** The state of the inbox's own address while it shows a message that nobody chose. That does not count as reading. */
const previewOf = (state: unknown) => (state as { preview?: Choice } | null)?.preview ?? null

/** Below this width the open message replaces the list. */
export const oneColumn = '(max-width: 1099px)'

/**
 * Opens the newest message beside the list once, when the list arrives. It stays unread until the user chooses it.
 * `newest` is undefined while the list loads, and null without a message.
 */
export function useNewestOpened(newest: Choice | null | undefined) {
  const { chosen, addressOf } = useChosenMessage()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || newest === undefined) return
    done.current = true
    // The address changes before the code of the next screen is here: who has left is not brought back.
    if (location.pathname !== pathname) return
    if (newest === null || chosen !== null || matchMedia(oneColumn).matches) return
    void navigate(addressOf(null), { replace: true, preventScrollReset: true, state: { preview: newest } })
  })
}

/** Marks a message as read once, when the user opens it. */
export function useReadOnOpening(notificationID: number | null, unread: boolean) {
  const { mutate } = useWrite(notifications.read)
  const { state } = useLocation()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || previewOf(state) !== null) return
    done.current = true
    if (unread && notificationID !== null)
      mutate({ id: notificationID }, { onError: ({ message }) => toasts.error(message) })
  })
}

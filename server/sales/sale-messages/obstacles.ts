import { type MessageKind, messageKindNames } from '../../../contract/sales/message-texts.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { MailRow } from '../../mail/send.ts'
import { findAddressee } from '../messages/messages.queries.ts'
import { findMisfit, refusedReason, unpaidOf } from '../messages/messages.rules.ts'
import { findRejection } from '../messages/rejections.queries.ts'
import { occasionOf } from '../messages/reminders.queries.ts'
import { findLinkObstacle } from '../order-links/mailed-links.operations.ts'
import { findSale } from '../sale/sales.queries.ts'

const isMessage = (kind: MailRow['kind']): kind is MessageKind => messageKindNames.some((name) => name === kind)

/** Returns the kind and due date of a reminder that the shop sends by itself; null for another mail. */
export const asReminder = ({ kind, dedupeKey }: Pick<MailRow, 'kind' | 'dedupeKey'>) =>
  (kind === 'instalmentDue' || kind === 'instalmentOverdue') && dedupeKey !== null
    ? { kind, dueDate: occasionOf(dedupeKey) }
    : null

/** Returns the proof that a message of the shop about a rejection is about; undefined for a message that a person sends. */
const proofOf = ({ dedupeKey }: Pick<MailRow, 'dedupeKey'>) =>
  dedupeKey === null ? undefined : Number(occasionOf(dedupeKey))

export const noRejection = () =>
  new AppError('message.does_not_apply', 'No rejected payment proof of this sale waits for an answer of the buyer')

const linkObstacles = {
  ended: 'Links to this sale do not work any more',
  revoked: 'The link was revoked after somebody had asked for this mail',
}

/**
 * Returns why a message in the outbox is not sent any more: the customer said no or has no address, or the sale has
 * changed so that the message is not true. Returns null for a message that can be sent, and for other mails.
 */
export async function findMessageObstacle(db: Db | Tx, row: MailRow): Promise<AppError | null> {
  const { kind, customerID, saleID, toTypedAddress } = row
  if (saleID === null || !isMessage(kind)) return null
  const to = customerID === null ? null : await findAddressee(db, customerID)
  if (to?.refused && kind !== 'invoice') return new AppError('message.refused', refusedReason)
  if (to?.email === '' && !toTypedAddress)
    return new AppError('message.no_address', 'The customer has no e-mail address')
  const found = await findSale(db, saleID)
  if (customerID !== null && found.customerID !== customerID)
    return new AppError('message.does_not_apply', 'The sale has another customer now')
  const link = kind === 'orderLink' ? await findLinkObstacle(db, { ...row, kind, saleID }) : null
  if (link !== null) return new AppError('message.does_not_apply', linkObstacles[link])
  if (kind === 'proofRejected' && (await findRejection(db, saleID, proofOf(row))) === null) return noRejection()
  const reminder = asReminder(row)
  const isPaid = reminder !== null && unpaidOf(found, reminder.dueDate) <= 0
  return findMisfit(kind, found) ?? (isPaid ? new AppError('message.does_not_apply', 'The instalment is paid') : null)
}

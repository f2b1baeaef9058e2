import { formatDay } from '../../../contract/shared/dates.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { dueKey, notifyOnce } from '../../people/notify.ts'
import { findDeliveriesDue } from './deliveries.queries.ts'

/**
 * Notifies the staff once of each open sale with a delivery due today or tomorrow. A changed date is announced again.
 */
export const announceDeliveries = ({ db, now }: Context<Shop>) =>
  notifyOnce(db, now, async (tx) => {
    const due = await findDeliveriesDue(tx)
    return due.map(({ id, transactionNumber, expected, locationName, name }) => ({
      kind: 'deliveryDue',
      message: `${transactionNumber} is due on ${formatDay(expected!)}: delivery from ${locationName}${name === null ? '' : ` to ${name}`}`,
      entity: 'sale',
      id,
      dedupeKey: dueKey('deliveryDue', id, expected!),
    }))
  })

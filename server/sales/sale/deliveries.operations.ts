import { day } from '../../../contract/shared/dates.ts'
import { screens } from '../../../contract/shared/screens.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { tellOnce } from '../../people/notify.ts'
import { findDeliveriesDue } from './deliveries.queries.ts'

/** Tells the staff of open sales that are to be delivered today or tomorrow, once for each and its date. */
export const announceDeliveries = ({ db, now }: Context<Shop>) =>
  tellOnce(db, now, async (tx) => {
    const due = await findDeliveriesDue(tx)
    return due.map(({ id, transactionNumber, expected, locationName, name }) => ({
      kind: 'deliveryDue',
      fact: `${transactionNumber} is due on ${day(expected!)}`,
      detail: name === null ? `delivery from ${locationName}` : `delivery from ${locationName} to ${name}`,
      screen: screens.sales,
      id,
    }))
  })

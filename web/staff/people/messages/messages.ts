import type { NotificationRow } from '../../../../contract/people/notifications.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { keyIn } from '../../../ui/table/listState.ts'

const things: Record<string, string> = {
  [screens.inventory]: 'stock',
  [screens.inventoryAdjustments]: 'adjustment',
  [screens.stockCounts]: 'stock count',
  [screens.purchaseOrders]: 'purchase order',
  [screens.sales]: 'sale',
  [screens.users]: 'user',
}

/** What a message's link leads to, in a word or two. */
export const thingOf = (link: string) => things[link.split('?')[0]!] ?? 'record'

/** A message's sentence in two parts, the second of which says more; it may have none. */
export function inTwo(sentence: string): [head: string, rest: string] {
  const at = sentence.indexOf(': ')
  return at < 0 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at + 2)]
}

/** What is open beside the list: a question by its own address (`?id=12`), any other message by its key. */
export type Choice = { name: 'id' | 'message'; key: number }

export const choiceOf = ({ kind, link, notificationID }: NotificationRow): Choice => {
  const question = kind === 'question' ? keyIn(new URLSearchParams(link.split('?')[1]), 'id') : null
  return question === null ? { name: 'message', key: notificationID } : { name: 'id', key: question }
}

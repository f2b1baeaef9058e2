import type { NotificationRow } from '../../../../contract/people/notifications.ts'

const things: Record<string, string> = {
  inventory: 'stock',
  inventoryAdjustment: 'adjustment',
  stockCount: 'stock count',
  purchaseOrder: 'purchase order',
  sale: 'sale',
  user: 'user',
}

/** What a message is about, in a word or two. */
export const thingOf = (entity: string) => things[entity] ?? 'record'

/** A message's sentence in two parts, the second of which says more; it may have none. */
export function inTwo(sentence: string): [head: string, rest: string] {
  const at = sentence.indexOf(': ')
  return at < 0 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at + 2)]
}

/** What is open beside the list: a question by its own address (`?id=12`), any other message by its key. */
export type Choice = { name: 'id' | 'message'; key: number }

export const choiceOf = ({ entity, entityID, notificationID }: NotificationRow): Choice =>
  entity === 'question' ? { name: 'id', key: entityID } : { name: 'message', key: notificationID }

import type { NotificationRow } from '../../../../contract/people/notifications.ts'

const things: Record<string, string> = {
  inventory: 'stock',
  inventoryAdjustment: 'adjustment',
  stockCount: 'stock count',
  purchaseOrder: 'purchase order',
  sale: 'sale',
  user: 'user',
}

/** Returns the subject of a message in one or two words. */
export const subjectWordOf = (entity: string) => things[entity] ?? 'record'

/** Splits a sentence at its first colon. The second part can be empty. */
export function splitSentence(sentence: string): [head: string, rest: string] {
  const at = sentence.indexOf(': ')
  return at < 0 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at + 2)]
}

/** The open entry of the inbox, as the address names it: a question as `?id=12`, any other message as `?message=12`. */
export type Choice = { name: 'id' | 'message'; key: number }

export const choiceOf = ({ entity, entityID, notificationID }: NotificationRow): Choice =>
  entity === 'question' ? { name: 'id', key: entityID } : { name: 'message', key: notificationID }

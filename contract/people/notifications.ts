import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The kinds of message. */
export const notificationKinds = [
  'lowStock',
  'adjustmentWaiting',
  'adjustmentDecided',
  'holdLapsed',
  'layawayOverdue',
  'question',
  'accountWaiting',
  'purchaseWaiting',
  'purchaseDecided',
  'purchaseDue',
  'deliveryDue',
  'backupLate',
  'webhookOff',
  'payAccountChanged',
  'proofSent',
] as const

/** The topics by which the inbox groups messages. */
export const topics = ['Questions', 'Approvals', 'Stock', 'Sales', 'Purchasing', 'People', 'System'] as const

export const topicOf: Record<(typeof notificationKinds)[number], (typeof topics)[number]> = {
  lowStock: 'Stock',
  adjustmentWaiting: 'Approvals',
  adjustmentDecided: 'Approvals',
  holdLapsed: 'Sales',
  layawayOverdue: 'Sales',
  question: 'Questions',
  accountWaiting: 'People',
  purchaseWaiting: 'Approvals',
  purchaseDecided: 'Approvals',
  purchaseDue: 'Purchasing',
  deliveryDue: 'Sales',
  backupLate: 'System',
  webhookOff: 'System',
  payAccountChanged: 'System',
  proofSent: 'Sales',
}

export const Notification = z
  .object({
    notificationID: ID,
    kind: z.enum(notificationKinds),
    /** The text of the message, in one sentence. */
    message: z.string(),
    /** The kind and the key of the record that the message is about. */
    entity: z.string(),
    entityID: ID,
    /** The address of the record that the message is about. */
    link: z.string(),
    createdAt: Moment,
    /** The time at which the caller read the message; null while it is unread. */
    readAt: Moment.nullable(),
  })
  .meta({ id: 'Notification' })
export type NotificationRow = z.input<typeof Notification>

/** The number of the caller's unread messages, regardless of the list's filters. */
const Unread = z.object({ unread: z.int() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notifications',
    summary: 'Lists the caller’s messages, newest first',
    access: 'messages.read',
    about: ['notification'],
    query: listQuery(['notificationID'], { unread: BooleanFilter, topic: z.enum(topics).optional() }),
    returns: pageOf(Notification).extend({ meta: pageOf(Notification).shape.meta.extend(Unread.shape) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/notifications/:id',
    summary: 'Returns a message of the caller',
    access: 'messages.read',
    about: ['notification'],
    returns: answer(Notification),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/api/v1/notifications/:id/read',
    summary: 'Marks a message of the caller as read',
    access: 'messages.read',
    returns: answer(Notification),
  }),
  unread: endpoint({
    method: 'PUT',
    path: '/api/v1/notifications/:id/unread',
    summary: 'Marks a message of the caller as unread',
    access: 'messages.read',
    returns: answer(Notification),
  }),
  readAll: endpoint({
    method: 'PUT',
    path: '/api/v1/notifications/read-all',
    summary: 'Marks all messages of the caller as read',
    access: 'messages.read',
    returns: answer(Unread),
  }),
}

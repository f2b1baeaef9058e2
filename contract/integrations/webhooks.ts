import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { type EventEntity, type EventType, eventTypes } from '../shared/events.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** Maximum number of webhooks of a shop. */
export const webhooksAtMost = 20

/** Messages are of one person, and an event about webhooks would cause the next one. */
const untold: ReadonlySet<EventEntity> = new Set<EventEntity>(['notification', 'webhook'])

/** The types of event that a webhook can tell. */
export const toldEvents = eventTypes.filter((type) => !untold.has(type.split('.')[0] as EventEntity))
const ToldEvent = z.enum(toldEvents as [EventType, ...EventType[]])

const fields = {
  webhookName: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(80, 'Name length must be at most 80 characters'),
  /** The address that receives the events. */
  address: z
    .string({ error: 'Address is required' })
    .trim()
    .min(1, 'Address is required')
    .max(500, 'Address length must be at most 500 characters')
    .refine((address) => URL.canParse(address), 'Enter an address, such as https://books.example/alahas'),
  events: z.array(ToldEvent).min(1, 'Choose at least one event').max(toldEvents.length),
  active: z.boolean(),
}

export const WebhookInput = z.object({ ...fields, active: fields.active.default(true) })
export const WebhookChange = z.object(fields).partial().extend({ updatedAt: Moment.optional() })

/** Why a webhook is off: a person turned it off, it failed for days, its receiver said that it is gone, or a restore. */
export const offReasons = ['person', 'failing', 'gone', 'restored'] as const

export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const

export const WebhookDelivery = z
  .object({
    deliveryID: ID,
    webhookID: ID,
    /** The `webhook-id` header, the same for every try. */
    messageID: z.uuid(),
    /** The type of the event, or `webhook.test`. */
    type: z.string(),
    entity: z.string(),
    /** The key of the record; null when many records changed. */
    entityID: ID.nullable(),
    happenedAt: Moment,
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** When it is tried next, at the earliest; null unless it waits. */
    nextTryAt: Moment.nullable(),
    /** The last try: when, its status code (null without an answer), its milliseconds, and what was wrong. */
    triedAt: Moment.nullable(),
    answerCode: z.int().nullable(),
    duration: z.int().nullable(),
    reason: z.string().nullable(),
    isTest: z.boolean(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDeliveryRow = z.input<typeof WebhookDelivery>

export const Webhook = z
  .object({
    webhookID: ID,
    webhookName: z.string(),
    address: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    /** Why it is off; null while it is on. */
    offReason: z.enum(offReasons).nullable(),
    /** Since when every try failed; null while the last one succeeded. */
    failingSince: Moment.nullable(),
    /** The deliveries that wait, and those that failed for good. */
    waiting: z.int(),
    failed: z.int(),
    /** The newest try of any delivery; null before the first. */
    last: z
      .object({
        type: z.string(),
        state: z.enum(deliveryStates),
        triedAt: Moment,
        answerCode: z.int().nullable(),
        reason: z.string().nullable(),
      })
      .nullable(),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: 'Webhook' })
export type WebhookRow = z.input<typeof Webhook>

const WithSecret = answer(Webhook.extend({ secret: z.string() }))

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'Lists the webhooks',
    access: 'integrations.manage',
    about: ['webhook'],
    returns: answer(z.array(Webhook)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/webhooks/:id',
    summary: 'Returns a webhook',
    access: 'integrations.manage',
    about: ['webhook'],
    returns: answer(Webhook),
  }),
  // It does not honour Idempotency-Key, because the stored response would hold the secret.
  create: endpoint({
    method: 'POST',
    path: '/api/v1/webhooks',
    summary: 'Creates a webhook and returns its secret, once',
    access: 'integrations.manage',
    body: WebhookInput,
    returns: WithSecret,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/webhooks/:id',
    summary: 'Changes a webhook, or turns it on or off',
    access: 'integrations.manage',
    body: WebhookChange,
    returns: answer(Webhook),
  }),
  renewSecret: endpoint({
    method: 'POST',
    path: '/api/v1/webhooks/:id/secret',
    summary: 'Gives a webhook a new secret and returns it, once; the former one also signs for a day',
    access: 'integrations.manage',
    returns: WithSecret,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/v1/webhooks/:id',
    summary: 'Deletes a webhook with its deliveries',
    access: 'integrations.manage',
    returns: answer(z.null()),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/v1/webhooks/:id/test',
    summary: 'Sends a test to the address of a webhook, once, and returns the delivery',
    access: 'integrations.manage',
    returns: answer(WebhookDelivery),
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/v1/webhooks/:id/deliveries',
    summary: 'Lists the deliveries of a webhook of the last 30 days',
    access: 'integrations.manage',
    about: ['webhook'],
    // Its rows are created by whoever made the change that is told.
    query: listQuery(['deliveryID', 'type', 'happenedAt', 'state', 'triedAt'], {
      state: z.enum(deliveryStates).optional(),
    }),
    returns: pageOf(WebhookDelivery),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/v1/webhook-deliveries/:id/send-again',
    summary: 'Sends a delivery again, with the same webhook-id, and returns it',
    access: 'integrations.manage',
    returns: answer(WebhookDelivery),
  }),
}

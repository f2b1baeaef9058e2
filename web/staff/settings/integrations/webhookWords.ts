import { toldEvents, type WebhookDeliveryRow, type WebhookRow } from '../../../../contract/integrations/webhooks.ts'
import { entityLabelOf } from '../../../../contract/shared/entities.ts'

/** Names a type of event for people: `sale.hold_lapsed` → 'Sale: hold lapsed'. */
export function describeEvent(type: string): string {
  if (type === 'webhook.test') return 'Test'
  const [entity = '', verb = ''] = type.split('.')
  return `${entityLabelOf(entity)}: ${verb.replaceAll('_', ' ')}`
}

/** The events that a webhook can tell, by the kind of record. */
export const eventChoices = toldEvents.map((type) => ({
  value: type,
  label: describeEvent(type),
  group: entityLabelOf(type.split('.')[0]!),
}))

/** The words for the states of a delivery. */
export const stateWords: Record<WebhookDeliveryRow['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  dropped: 'Given up',
}

const offWords: Record<NonNullable<WebhookRow['offReason']>, string | null> = {
  person: null,
  failing: 'The shop turned it off, because no delivery succeeded for three days',
  gone: 'The shop turned it off, because its receiver no longer exists',
  restored: 'It is off since a backup was restored',
}

/** Returns the status of a webhook, and a sentence about what went wrong; null while all is well. */
export function describeHealth({ active, offReason, failingSince }: WebhookRow, moment: (at: string) => string) {
  if (!active) return { status: 'Inactive', sentence: offReason && offWords[offReason] }
  if (failingSince !== null)
    return { status: 'Failing', sentence: `No delivery has succeeded since ${moment(failingSince)}` }
  return { status: 'Active', sentence: null }
}

import type { LiveEvent } from '../../contract/events/events.ts'
import { accessToEvents, type EventEntity } from '../../contract/shared/events.ts'
import { may, type RoleID } from '../../contract/shared/permissions.ts'

/** An event with the only user who may receive it. */
export type Addressed = LiveEvent & { recipientID: number | null }
type Receiver = { userID: number; roleID: RoleID }

/** With more events than this, a client gets one event for each kind of record instead. */
const mostAtOnce = 100

/** Whether a user may learn of an event: of changes of the own account always, otherwise by the access to the record. */
export const mayReceive = ({ userID, roleID }: Receiver, { entity, id, recipientID }: Addressed): boolean =>
  (entity === 'user' && id === userID) ||
  (may(roleID, accessToEvents[entity]) && (recipientID === null || recipientID === userID))

/** Returns what a client receives of these events: those that its user may learn of, with the keys it may see. */
export function receivedBy(receiver: Receiver, events: readonly Addressed[]): LiveEvent[] {
  const heard = events.filter((one) => mayReceive(receiver, one))
  const told = heard.map(({ type, entity, id, by, callID, touched }) => ({
    type,
    entity,
    id,
    by,
    callID,
    touched: touched && visibleKeys(receiver, touched),
  }))
  return told.length > mostAtOnce ? summarize(told) : told
}

/** Whether what a user receives of these events depends on the role alone, so that it is written once for all of it. */
export const dependsOnRole = ({ userID }: Receiver, events: readonly Addressed[]) =>
  events.every(({ entity, id, recipientID }) => recipientID === null && !(entity === 'user' && id === userID))

const visibleKeys = ({ roleID }: Receiver, touched: NonNullable<LiveEvent['touched']>) =>
  Object.fromEntries(
    Object.entries(touched).filter(([entity]) => may(roleID, accessToEvents[entity as EventEntity])),
  ) as NonNullable<LiveEvent['touched']>

/** Returns one event for each kind of record that is named. */
function summarize(events: readonly LiveEvent[]): LiveEvent[] {
  const kinds = new Map<EventEntity, LiveEvent>()
  const add = (entity: EventEntity, type: LiveEvent['type']) => {
    if (!kinds.has(entity)) kinds.set(entity, { type, entity, id: null, by: null, callID: null, touched: null })
  }
  for (const { type, entity, touched } of events) {
    add(entity, type)
    for (const other of Object.keys(touched ?? {}) as EventEntity[]) add(other, `${other}.changed` as LiveEvent['type'])
  }
  return [...kinds.values()]
}

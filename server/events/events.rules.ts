import type { EventEntity, EventType } from '../../contract/shared/events.ts'

/** A note about one changed record. */
export type Happened = {
  type: EventType
  entity: EventEntity
  /** The key of the record; null for many. */
  id: number | null
  userID: number | null
  /** The only user who may receive the event. */
  recipientID: number | null
  /** The page's own name for the call that made the change. */
  callID: string | null
}
/** A note about other records that changed with it. */
export type Touched = { touched: EventEntity; ids: readonly number[] }
export type Note = Happened | Touched

/** The keys of changed records by their kind. An empty list means many. */
export type Keys = Partial<Record<EventEntity, number[]>>
export type EventRow = Happened & { touched: Keys | null }

/** With more keys than this, an event tells that many records changed, so that an import is one event and not thousands. */
const mostKeys = 50

/**
 * Returns the events of one transaction. Each event is told once, and many events of one type become one. The touched
 * records belong to the last event, which is that of the document.
 */
export function composeEvents(notes: readonly Note[]): EventRow[] {
  const groups = new Map<string, Map<number | null, Happened>>()
  for (const note of notes) {
    if ('touched' in note) continue
    const kind = `${note.type} ${note.recipientID} ${note.userID}`
    const group = groups.get(kind) ?? new Map<number | null, Happened>()
    groups.set(kind, group)
    // A repeated event moves to the end, so that the order stays that of the last changes.
    group.delete(note.id)
    group.set(note.id, note)
  }
  const rows = [...groups.values()].flatMap((group) => {
    const all = [...group.values()]
    return all.length > mostKeys ? [{ ...all[0]!, id: null, touched: null }] : all.map(withoutTouched)
  })
  const touched = collectTouched(notes)
  const document = rows.findLast(({ entity }) => entity !== 'notification') ?? rows.at(-1)
  if (document && touched) document.touched = touched
  return rows
}

const withoutTouched = (happened: Happened): EventRow => ({ ...happened, touched: null })

/** Returns the keys of the touched records; null when there are none. */
function collectTouched(notes: readonly Note[]): Keys | null {
  const keys = new Map<EventEntity, Set<number>>()
  for (const note of notes) {
    if (!('touched' in note)) continue
    const found = keys.get(note.touched) ?? new Set()
    keys.set(note.touched, found)
    for (const id of note.ids) found.add(id)
  }
  const lists = [...keys].filter(([, ids]) => ids.size > 0)
  if (lists.length === 0) return null
  return Object.fromEntries(lists.map(([entity, ids]) => [entity, ids.size > mostKeys ? [] : [...ids]]))
}

/**
 * Writes the changed records of a transaction as the header of its response: `sale=12;inventory=3,4;item=*`. The star
 * means many.
 */
export function describeChanges(notes: readonly Note[]): string {
  const keys = new Map<EventEntity, Set<number> | null>()
  const add = (entity: EventEntity, ids: readonly number[] | null) => {
    const before = keys.get(entity)
    if (before === null) return
    const all = ids && new Set([...(before ?? []), ...ids])
    keys.set(entity, all && all.size > mostKeys ? null : all)
  }
  for (const note of notes) {
    if ('touched' in note) {
      if (note.ids.length > 0) add(note.touched, note.ids)
    } else add(note.entity, note.id === null ? null : [note.id])
  }
  return [...keys].map(([entity, ids]) => `${entity}=${ids === null ? '*' : [...ids].join()}`).join(';')
}

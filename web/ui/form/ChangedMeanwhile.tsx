import { Button } from '@mantine/core'
import { useContext, useState } from 'react'
import { useLocation } from 'react-router'

import type { LiveEvent } from '../../../contract/events/events.ts'
import { auditEntities, type AuditEntity } from '../../../contract/shared/entities.ts'
import type { EventEntity } from '../../../contract/shared/events.ts'
import { useNews } from '../../lib/news.ts'
import { OpenedKey } from './RecordTrail.tsx'

/** The record of a form: its kind, and its key unless only one of the kind exists. */
export type About = { entity: EventEntity; id?: number }

/**
 * Returns the last change of a form's record by others since the form read it, and a function that forgets it. Without
 * `about`, it is the opened record, and the screen's address determines its kind, as it does for the audit trail.
 */
export function useRecordNews(isStored: boolean, about?: About) {
  const opened = useOpenedRecord()
  const record = about ?? opened
  const [news, setNews] = useState<LiveEvent | null>(null)

  useNews((events) => {
    if (!isStored || record === null) return
    const found = events.findLast(
      ({ entity, id }) => entity === record.entity && (record.id === undefined || id === record.id),
    )
    if (found) setNews(found)
  })
  return { news, forget: () => setNews(null) }
}

/** Returns the kind and key of the record that the screen has opened; null for none. */
function useOpenedRecord(): About | null {
  const { pathname } = useLocation()
  const opened = useContext(OpenedKey)
  const entity = entities.find((one) => {
    const words = auditEntities[one]
    return 'screen' in words && words.screen === pathname
  })
  if (entity === undefined) return null
  if ('only' in auditEntities[entity]) return { entity }
  return opened === null ? null : { entity, id: opened }
}

const entities = Object.keys(auditEntities) as AuditEntity[]

/** Returns what happened to a record, without its name: 'Joy completed this just now'. */
function describeNews({ type, by }: Pick<LiveEvent, 'type' | 'by'>): string {
  const verb = verbs[type.slice(type.indexOf('.') + 1)] ?? 'changed'
  return `${by?.name ?? 'The shop'} ${verb} this just now`
}

/** The verbs of events that say more than that a record changed. */
const verbs: Record<string, string> = {
  deleted: 'deleted',
  completed: 'completed',
  canceled: 'canceled',
  approved: 'approved',
  refunded: 'refunded',
  finished: 'finished',
  paid: 'took a payment for',
}

/** Tells who changed the opened record before the person saves, and offers to read it again. */
export function ChangedMeanwhile({ news, onRead }: { news: LiveEvent | null; onRead: () => Promise<void> }) {
  const [isReading, setReading] = useState(false)

  async function read() {
    setReading(true)
    await onRead()
    setReading(false)
  }
  return (
    // The region is there before its text, because screen readers announce only changes of a region.
    <output className={news ? 'news' : undefined}>
      {news && (
        <>
          <p>{describeNews(news)}.</p>
          <Button size="sm" loading={isReading} onClick={() => void read()}>
            Read it again
          </Button>
        </>
      )}
    </output>
  )
}

import { Button } from '@mantine/core'
import { useContext, useState } from 'react'
import { useLocation } from 'react-router'

import type { LiveEvent } from '../../../contract/events/events.ts'
import { auditEntities } from '../../../contract/shared/entities.ts'
import { useNews } from '../../lib/news.ts'
import { OpenedKey } from './RecordTrail.tsx'

/**
 * Returns the last change of the opened record by others since the form read it, and a function that forgets it. The
 * screen's address determines the kind of record, as it does for the audit trail.
 */
export function useRecordNews(isStored: boolean) {
  const { pathname } = useLocation()
  const opened = useContext(OpenedKey)
  const [news, setNews] = useState<LiveEvent | null>(null)
  const [entity, words] =
    Object.entries(auditEntities).find(([, about]) => 'screen' in about && about.screen === pathname) ?? []
  const isOnly = words !== undefined && 'only' in words

  useNews((events) => {
    if (!isStored || entity === undefined || (opened === null && !isOnly)) return
    const found = events.findLast((event) => event.entity === entity && (isOnly || event.id === opened))
    if (found) setNews(found)
  })
  return { news, forget: () => setNews(null) }
}

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

import { Button } from '@mantine/core'
import { useState } from 'react'

import type { LiveEvent } from '../../../contract/events/events.ts'
import type { EventEntity } from '../../../contract/shared/events.ts'
import { useNews } from '../../lib/news.ts'
import { Dialog } from './Dialog.tsx'

export type Question = {
  title: string
  text: string
  /** The label of the button that confirms. */
  action: string
  /** The label of the button that changes nothing. A message has it only where it offers something else. */
  cancel?: string
  /** Whether the action loses data. The button that cancels is then emerald and has the focus. */
  danger?: boolean
  /** What the question is about, so that it says when others have changed that meanwhile. */
  follow?: Followed
}

type Followed = {
  entity: EventEntity
  id: number
  /** Reads the record again after an event. Returns why the question is over, or null while it still holds. */
  read: (event: LiveEvent) => Promise<string | null>
}

export type Asked = Question & { ask: boolean }

/** A message, or a question with yes and no. Closing it means no. */
export function QuestionDialog({ question, onAnswer }: { question: Asked; onAnswer: (yes: boolean) => void }) {
  const { title, text, action, cancel, danger, follow, ask } = question
  const news = useFollowed(follow)
  return (
    <Dialog title={title} size={440} zIndex={400} onClose={() => onAnswer(!ask)}>
      <p className="dlg-text">{text}</p>
      {follow && (
        // The region is there before its text, because screen readers announce only changes of a region.
        <output className={news === null ? undefined : 'news'}>{news !== null && <p>{news}</p>}</output>
      )}
      <div className="dlg-foot">
        {cancel !== undefined && (
          <Button
            variant={danger ? 'filled' : 'default'}
            onClick={() => onAnswer(false)}
            data-autofocus={danger || undefined}
          >
            {cancel}
          </Button>
        )}
        <Button
          variant={danger ? 'default' : 'filled'}
          disabled={news !== null}
          onClick={() => onAnswer(true)}
          data-autofocus={!danger || undefined}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

/** Returns why the question is over since others changed its record; null while it holds. */
function useFollowed(follow: Followed | undefined): string | null {
  const [news, setNews] = useState<string | null>(null)
  useNews((events) => {
    const found = events.findLast(({ entity, id }) => entity === follow?.entity && id === follow.id)
    if (found) void follow?.read(found).then(setNews)
  })
  return news
}

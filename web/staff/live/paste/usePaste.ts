import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { livePaste } from '../../../../contract/live/live-paste.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import type { platforms } from '../../../../contract/sales/buyers.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { toasts } from '../../../ui/toasts.ts'
import { useTellTyping } from '../calls/useTellTyping.ts'
import type { Desk } from '../console/useDesk.ts'
import { moveSeam, type PasteSeam, readPasted, type SeamMove } from './pasteRules.ts'

/** Pasted text, how the server reads it, and what accepting it does. */
export function usePaste(live: LiveRow, desk: Desk) {
  const { liveID: id } = live
  const timeZone = useTimeZone()
  const [text, setText] = useState('')
  const [platform, setPlatform] = useState<(typeof platforms)[number]>(live.platforms[0]!)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAccepting, setAccepting] = useState(false)
  const [seam, setSeam] = useState<PasteSeam | null>(null)
  const store = useWrite(livePaste.store)
  useTellTyping(id, text === '' ? 'nothing' : 'pasting')
  const [settled] = useDebouncedValue(text, 250)
  const body = useMemo(() => {
    const startedAt = new Date(live.startedAt ?? live.plannedStart)
    return { platform, comments: readPasted(settled, { startedAt, timeZone }), ...seam }
  }, [settled, platform, seam, live.startedAt, live.plannedStart, timeZone])
  const isEmpty = body.comments.length === 0
  const { data, error, refetch } = useQuery({
    ...readQuery(livePaste.preview, { id, body }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const preview = isEmpty ? null : (data?.data ?? null)

  /** Stores what is new, and accepts what is certain. The rest waits for a person. */
  async function accept() {
    if (isAccepting || preview === null) return
    setRefusal(null)
    setAccepting(true)
    try {
      const { data } = await store.mutateAsync({ id, body })
      const waiting = (await call(livePaste.undecided, { id })).data
      const certain = waiting.filter(({ isCertain }) => isCertain).map(({ comment }) => comment.commentID)
      if (certain.length > 0) await desk.acceptCertain(certain)
      toasts.success(`${formatCount(data.added, 'comment')} stored`)
      // The program would align the paste as before, and call lines that differ new again.
      setSeam(data.seam && { isNewestFirst: preview.isNewestFirst, seam: data.seam })
      if (data.seam === null) await refetch()
    } catch (error) {
      setRefusal((error as Error).message)
      // The place was chosen among comments that are not the last ones any more.
      if (error instanceof ApiError && error.code === 'live.pasted_meanwhile') setSeam(null)
    } finally {
      setAccepting(false)
    }
  }
  return {
    text,
    setText: (next: string) => {
      setRefusal(null)
      setSeam(null)
      setText(next)
    },
    platform,
    setPlatform: (next: (typeof platforms)[number]) => {
      setSeam(null)
      setPlatform(next)
    },
    /** Moves the place where the paste joins what is stored. */
    moveSeam: (move: SeamMove) => preview && setSeam(moveSeam(preview, move) ?? seam),
    /** Leaves that place to the program again. */
    dropSeam: () => setSeam(null),
    preview,
    problem: refusal ?? (isEmpty ? null : (error?.message ?? null)),
    accept,
    isAccepting,
  }
}

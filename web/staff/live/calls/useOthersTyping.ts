import { useEffect, useState } from 'react'

import type { Typing } from '../../../../contract/events/events.ts'
import { listenToTyping } from '../../../lib/typing.ts'

/** Milliseconds after which a person is left out who has not changed anything: perhaps their connection is lost. */
const forgottenAfter = 60_000

/** Returns what others type and paste at a live, in the order in which they began. */
export function useOthersTyping(liveID: number): readonly Typing[] {
  const [typing, setTyping] = useState<readonly Typing[]>([])
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>()
    const forget = (userID: number) => setTyping((before) => before.filter((one) => one.userID !== userID))
    const stop = listenToTyping((told) => {
      if (told.liveID !== liveID) return
      clearTimeout(timers.get(told.userID))
      if (told.doing === 'nothing') return forget(told.userID)
      timers.set(
        told.userID,
        setTimeout(() => forget(told.userID), forgottenAfter),
      )
      setTyping((before) =>
        before.some(({ userID }) => userID === told.userID)
          ? before.map((one) => (one.userID === told.userID ? told : one))
          : [...before, told],
      )
    })
    return () => {
      stop()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [liveID])
  return typing
}

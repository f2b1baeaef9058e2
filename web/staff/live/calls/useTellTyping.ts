import { useEffect, useEffectEvent, useRef } from 'react'

import { type Doing, liveTyping } from '../../../../contract/live/live-typing.ts'
import { call } from '../../../lib/api.ts'

/** Milliseconds between two calls: a person types several letters in this time. */
const between = 400

/** Tells the others at a live what this person does. Nobody waits for it, and a failure has no consequence. */
export function useTellTyping(id: number, doing: Doing, typed = '') {
  const told = useRef<Doing>('nothing')
  const last = useRef(0)
  const tell = useEffectEvent((body: { doing: Doing; typed: string }) => {
    if (body.doing === 'nothing' && told.current === 'nothing') return
    told.current = body.doing
    last.current = performance.now()
    call(liveTyping.tell, { id, body }).catch(() => {})
  })
  useEffect(() => {
    const timer = setTimeout(() => tell({ doing, typed }), Math.max(0, last.current + between - performance.now()))
    return () => clearTimeout(timer)
  }, [doing, typed])
  useEffect(() => () => tell({ doing: 'nothing', typed: '' }), [])
}

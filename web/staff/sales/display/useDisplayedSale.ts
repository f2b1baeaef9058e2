import { useEffect, useRef } from 'react'

import { useStructuralMemo } from '../../../ui/useStructuralMemo.ts'
import { type DisplayedSale, openTillChannel } from './displayChannel.ts'

/** Sends the sale of this till to the customer's display, until the till closes. */
export function useDisplayedSale(composed: DisplayedSale | null) {
  const sale = useStructuralMemo(composed)
  const latest = useRef(sale)
  const channel = useRef<ReturnType<typeof openTillChannel> | null>(null)
  useEffect(() => {
    const opened = openTillChannel(() => latest.current)
    channel.current = opened
    const clear = () => opened.send(null)
    addEventListener('pagehide', clear)
    return () => {
      removeEventListener('pagehide', clear)
      clear()
      opened.close()
      channel.current = null
    }
  }, [])
  useEffect(() => {
    latest.current = sale
    channel.current?.send(sale)
  }, [sale])
}

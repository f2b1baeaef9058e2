import { useEffect } from 'react'

import { device } from '../../../../contract/devices/device.ts'
import { idleSeconds } from '../../../../contract/devices/pin-rules.ts'
import { call } from '../../../lib/api.ts'
import { setScreenLocked } from '../../../lib/screenLock.ts'

/** Milliseconds between two words to the server that a person uses the screen. */
const pause = 10_000
const key = 'last activity'
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Tells the server that a person uses the screen, and locks the screen when nobody does in any tab of the browser. Only
 * the time that passes counts, and no clock.
 */
export function useActivity(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return undefined
    let last = performance.now()
    let told = last
    let timer: ReturnType<typeof setTimeout> | undefined
    function tell() {
      timer = undefined
      told = performance.now()
      localStorage.setItem(key, String(Math.random())) // The other tabs hear of it.
      call(device.activity, {}).catch(() => {})
    }
    function onInput() {
      last = performance.now()
      timer ??= setTimeout(tell, Math.max(0, pause - (last - told)))
    }
    function onStorage(event: StorageEvent) {
      if (event.key === key) last = performance.now()
    }
    const watch = setInterval(() => {
      if (performance.now() - last > idleSeconds * 1000) setScreenLocked(true)
    }, 1000)
    for (const input of inputs) addEventListener(input, onInput, { passive: true, capture: true })
    addEventListener('storage', onStorage)
    return () => {
      clearTimeout(timer)
      clearInterval(watch)
      for (const input of inputs) removeEventListener(input, onInput, { capture: true })
      removeEventListener('storage', onStorage)
    }
  }, [isOpen])
}

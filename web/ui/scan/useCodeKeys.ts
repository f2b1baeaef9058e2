import { type KeyboardEvent, useRef } from 'react'

import { createScannerReader } from './scanner.ts'

/** A pause between two keys that is longer, in milliseconds, separates a person's text from a scan after it. */
const longestPause = 300

/**
 * Returns the key handler of a field for codes. Enter passes the field's text to `onCode`. A scanner's Enter passes only
 * the text since the last pause, without the text that a person left in the field before.
 */
export function useCodeKeys(onCode: (code: string) => void) {
  const read = useRef(createScannerReader())
  const entry = useRef({ textBefore: '', lastKeyAt: Number.NEGATIVE_INFINITY })
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    const isScan = read.current(event.key, event.timeStamp) !== null
    const isPause = event.timeStamp - entry.current.lastKeyAt > longestPause
    if (isPause) entry.current.textBefore = value
    entry.current.lastKeyAt = event.timeStamp
    // keyCode 229: this Enter only ends an IME composition. Safari sends it after the composition itself.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    event.preventDefault()
    const { textBefore } = entry.current
    const code = (isScan && value.startsWith(textBefore) ? value.slice(textBefore.length) : value).trim()
    if (code !== '') onCode(code)
  }
}

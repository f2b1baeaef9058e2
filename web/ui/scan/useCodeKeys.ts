import { type KeyboardEvent, useRef } from 'react'

import { createScannerReader } from './scanner.ts'

/**
 * Returns the key handler of a field for codes. Enter passes the field's text to `onCode`. A scanner's Enter passes the
 * scanned code alone, without the text that a person left in the field.
 */
export function useCodeKeys(onCode: (code: string) => void) {
  const read = useRef(createScannerReader())
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const scanned = read.current(event.key, event.timeStamp)
    // keyCode 229: this Enter only ends an IME composition. Safari sends it after the composition itself.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    event.preventDefault()
    const code = (scanned ?? event.currentTarget.value).trim()
    if (code !== '') onCode(code)
  }
}

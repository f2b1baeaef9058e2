import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'

import { items } from '../../../../contract/catalogue/items.ts'
import { call } from '../../../lib/api.ts'
import { ScanIcon } from '../../../ui/icons.tsx'
import { playScanSound } from '../../../ui/scan/playScanSound.ts'
import { findExact, findPartial } from './findLines.ts'
import type { FormLine } from './receivingForm.ts'

/** The message shown after a scan. `wrong` marks an error. */
export type ScanFeedback = { text: string; wrong: boolean }

/** Whether a text is a code rather than words of a name. */
const isCode = (text: string) => /^\S*\d\S*$/.test(text)

/**
 * Handles codes in the order of the scans. `onItem` receives the item that a scanned code or a typed text identifies.
 * Items in the form's `lines` are searched before the shop's other items. `onPiece` receives a code that no item has, and
 * returns null when no piece waits for it.
 */
export function useScannedItems(
  lines: () => readonly FormLine[],
  onItem: (item: { itemID: number; itemName: string }) => Promise<ScanFeedback>,
  onPiece: (code: string) => Promise<ScanFeedback | null>,
) {
  const [feedback, setFeedback] = useState<ScanFeedback | null>(null)
  const scans = useRef(Promise.resolve())

  async function findItem(code: string): Promise<ScanFeedback> {
    const exact = [() => findExact(lines(), code), async () => (await call(items.list, { query: { code } })).data]
    const partial = [
      () => findPartial(lines(), code),
      async () => (await call(items.list, { query: { search: code, pageSize: 2 } })).data,
    ]
    let found: { itemID: number; itemName: string }[] = []
    for (const search of exact) if (found.length === 0) found = await search()
    const ofPiece = found.length === 0 && isCode(code) ? await onPiece(code) : null
    if (ofPiece !== null) return ofPiece
    for (const search of partial) if (found.length === 0) found = await search()
    if (found.length === 1) return onItem(found[0]!)
    return found.length > 1
      ? { text: `‘${code}’ fits several items: type more of the name`, wrong: true }
      : { text: `No item has the code or name ‘${code}’`, wrong: true }
  }
  async function handleCode(code: string) {
    const feedback = await findItem(code).catch((error: Error) => ({ text: `Error: ${error.message}`, wrong: true }))
    playScanSound(!feedback.wrong)
    setFeedback(feedback)
  }
  function enqueueScan(code: string) {
    scans.current = scans.current.then(() => handleCode(code))
  }
  return { feedback, enqueueScan, forget: () => setFeedback(null) }
}

/** Shows the input for scanned or typed codes and the feedback on the last one. */
export function ScanField({
  field,
  feedback,
  onScan,
}: {
  field: RefObject<HTMLInputElement | null>
  feedback: ScanFeedback | null
  onScan: (code: string) => void
}) {
  const [text, setText] = useState('')
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    event.preventDefault()
    const code = event.currentTarget.value.trim()
    setText('')
    if (code !== '') onScan(code)
  }
  return (
    <div className="scanning">
      <TextInput
        ref={field}
        aria-label="Scan a barcode, or type code or name"
        placeholder="Scan a barcode, or type code or name"
        leftSection={<ScanIcon />}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <output className={feedback?.wrong ? 'scan-feedback wrong' : 'scan-feedback'}>{feedback?.text}</output>
    </div>
  )
}

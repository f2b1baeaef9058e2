import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'

import { items } from '../../../../contract/catalogue/items.ts'
import { call } from '../../../lib/api.ts'
import { ScanIcon } from '../../../ui/icons.tsx'
import { scanSound } from '../../../ui/scan/scanSound.ts'
import { exactly, type FormLine, partly } from './receivingForm.ts'

/** The feedback on a code: a sentence, and whether it is bad news. */
export type ScanFeedback = { text: string; wrong: boolean }

/**
 * Codes, one after the other, so that what is scanned first is counted first. `onItem` does something with the one
 * item that a code, or what was typed, stands for. The items of the form's own `lines` come first: before the shop's
 * other codes with their own, and before its other items with a part of their names.
 */
export function useScannedItems(
  lines: () => readonly FormLine[],
  onItem: (item: { itemID: number; itemName: string }) => Promise<ScanFeedback>,
) {
  const [told, setTold] = useState<ScanFeedback | null>(null)
  const scans = useRef(Promise.resolve())

  async function find(code: string): Promise<ScanFeedback> {
    const searches = [
      () => exactly(lines(), code),
      async () => (await call(items.list, { query: { code } })).data,
      () => partly(lines(), code),
      async () => (await call(items.list, { query: { search: code, pageSize: 2 } })).data,
    ]
    let found: { itemID: number; itemName: string }[] = []
    for (const search of searches) if (found.length === 0) found = await search()
    if (found.length === 1) return onItem(found[0]!)
    return found.length > 1
      ? { text: `‘${code}’ fits several items: type more of the name`, wrong: true }
      : { text: `No item has the code or name ‘${code}’`, wrong: true }
  }
  async function handle(code: string) {
    const told = await find(code).catch((error: Error) => ({ text: `Error: ${error.message}`, wrong: true }))
    scanSound(!told.wrong)
    setTold(told)
  }
  function scan(code: string) {
    scans.current = scans.current.then(() => handle(code))
  }
  return { told, scan, forget: () => setTold(null) }
}

/** The field for the scanner or for typing, and what came of the last code. */
export function ScanField({
  field,
  told,
  onScan,
}: {
  field: RefObject<HTMLInputElement | null>
  told: ScanFeedback | null
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
      <output className={told?.wrong ? 'told wrong' : 'told'}>{told?.text}</output>
    </div>
  )
}

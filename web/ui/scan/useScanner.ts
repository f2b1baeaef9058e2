import { useEffectEvent, useRef, useState } from 'react'

import { useDialogOpen } from '../dialog/dialogs.tsx'
import { scanSound } from './scanSound.ts'
import { useScan } from './useScan.ts'
import { useStrayScan } from './useStrayScan.ts'

/** What a code came to: a short sentence, whether it is bad news, and what can be done about it. */
export type Told = { text: string; wrong?: boolean; remedy?: { label: string; work: () => Promise<Told> } }

export type Scanner = ReturnType<typeof useScanner>

/**
 * Codes from a scanner, wherever the focus is, and from the scan field (see ScanField): one after the other, each with
 * its sound and what `onCode` tells of it. Give `onStray` to onKeyDownCapture of what the other fields are in.
 */
export function useScanner(onCode: (code: string) => Promise<Told>) {
  const field = useRef<HTMLInputElement>(null)
  const [told, setTold] = useState<Told | null>(null)
  const queue = useRef(Promise.resolve())
  const asked = useDialogOpen()
  const handle = useEffectEvent(onCode)

  /** Does something in its turn, and tells what it came to. */
  function tell(work: () => Promise<Told>) {
    queue.current = queue.current.then(() => finish(work))
  }
  async function finish(work: () => Promise<Told>) {
    const outcome = await work().catch(failed)
    scanSound(outcome.wrong !== true)
    setTold(outcome)
  }
  const add = (code: string) => tell(() => handle(code))
  useScan((code) => {
    if (!asked) add(code)
  })
  const onStray = useStrayScan(add, field)
  return { field, told, setTold, tell, add, onStray }
}

const failed = (error: Error): Told => ({ text: `Error: ${error.message}`, wrong: true })

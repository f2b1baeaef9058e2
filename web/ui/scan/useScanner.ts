import { useEffectEvent, useRef, useState } from 'react'

import { useDialogOpen } from '../dialog/dialogs.tsx'
import { playScanSound } from './playScanSound.ts'
import { useScan } from './useScan.ts'
import { useStrayScan } from './useStrayScan.ts'

/** The feedback on a code: a sentence, whether it is an error, and an optional button that helps. */
export type ScanFeedback = {
  text: string
  wrong?: boolean
  remedy?: { label: string; work: () => Promise<ScanFeedback> }
}

export type Scanner = ReturnType<typeof useScanner>

/**
 * Handles codes from a scanner, wherever the focus is, and from the ScanField. Codes are handled one after the other,
 * each with a sound and the feedback of `onCode`. Pass `onStray` to onKeyDownCapture of the element around the other
 * fields.
 */
export function useScanner(onCode: (code: string) => Promise<ScanFeedback>) {
  const field = useRef<HTMLInputElement>(null)
  const [feedback, setFeedback] = useState<ScanFeedback | null>(null)
  const queue = useRef(Promise.resolve())
  const isDialogOpen = useDialogOpen()
  const handle = useEffectEvent(onCode)

  /** Runs the work after all earlier work, and shows its feedback. */
  function enqueue(work: () => Promise<ScanFeedback>) {
    queue.current = queue.current.then(() => runAndReport(work))
  }
  async function runAndReport(work: () => Promise<ScanFeedback>) {
    const outcome = await work().catch(describeFailure)
    playScanSound(outcome.wrong !== true)
    setFeedback(outcome)
  }
  const add = (code: string) => enqueue(() => handle(code))
  useScan((code) => {
    if (!isDialogOpen) add(code)
  })
  const onStray = useStrayScan(add, field)
  return { field, feedback, setFeedback, enqueue, add, onStray }
}

const describeFailure = (error: Error): ScanFeedback => ({ text: `Error: ${error.message}`, wrong: true })

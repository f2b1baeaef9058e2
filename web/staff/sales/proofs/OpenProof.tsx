import { useRef, useState } from 'react'

import { rejectReasons } from '../../../../contract/proofs/proof-rules.ts'
import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { ProofPicture } from './picture/ProofPicture.tsx'
import { usePictureView } from './picture/usePictureView.ts'
import { ProofFacts } from './ProofFacts.tsx'
import { useProofDesk } from './useProofDesk.ts'

const SideBySide = lazyComponent(async () => (await import('./picture/SideBySide.tsx')).SideBySide)
const UndoApproval = lazyComponent(async () => (await import('./UndoApproval.tsx')).UndoApproval)

/** The picture and the facts of the open proof, with the keys that decide about it. */
export function OpenProof({
  proof,
  now,
  place,
  total,
  onStep,
  onEdit,
  onDecided,
}: {
  proof: ProofRow
  now: Date
  /** Its place in the queue, from 1; null when the queue does not show it. */
  place: number | null
  total: number
  onStep: (by: 1 | -1) => void
  onEdit: () => void
  onDecided: (proofID: number) => void
}) {
  const view = usePictureView(proof.files.length)
  const desk = useProofDesk(proof, { now, onEdit, onDecided })
  const [isArmed, setArmed] = useState(false)
  const [compared, setCompared] = useState<ProofRow['alike'][number] | null>(null)
  const [isUndoing, setUndoing] = useState(false)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const isDialogOpen = useDialogOpen() || compared !== null || isUndoing

  function pressReject() {
    if (!desk.isOpen || desk.isTaken) return
    onEdit()
    if (desk.rejection.reason !== null) return desk.reject()
    setArmed(true)
    reasons.current?.focus()
  }
  useShortcuts(
    'Open proof',
    [
      { key: 'a', what: 'Approve: seen in our account', run: () => void desk.approve(), notTyping: true, once: true },
      { key: 'r', what: 'Reject', run: pressReject, notTyping: true, once: true },
      { key: '1 2 3 4 5 6', what: 'Reject for this reason, after R' },
      { key: '+', what: 'Larger', run: () => view.zoomBy(1), notTyping: true },
      { key: '-', what: 'Smaller', run: () => view.zoomBy(-1), notTyping: true },
      { key: '0', what: 'Fit', run: view.fit, notTyping: true },
      { key: 'l', what: 'Loupe', run: view.toggleLoupe, notTyping: true, once: true },
    ],
    !isDialogOpen,
  )
  useShortcuts(
    'Reject',
    [
      ...rejectReasons.map((reason, n) => ({
        key: String(n + 1),
        what: `Reason ${n + 1}`,
        run: () => {
          setArmed(false)
          desk.reject(reason)
        },
        notTyping: true as const,
        once: true as const,
      })),
      { key: 'Escape', what: 'Reject nothing', run: () => setArmed(false) },
    ],
    isArmed && !isDialogOpen,
  )
  return (
    <>
      <ProofPicture proof={proof} now={now} view={view} place={place} total={total} onStep={onStep} />
      <ProofFacts
        proof={proof}
        desk={desk}
        now={now}
        isArmed={isArmed}
        reasons={reasons}
        onReject={pressReject}
        onCompare={setCompared}
        onUndo={() => setUndoing(true)}
        onNext={() => onDecided(proof.proofID)}
      />
      {compared && <SideBySide proof={proof} alike={compared} now={now} onClose={() => setCompared(null)} />}
      {isUndoing && <UndoApproval proof={proof} onClose={() => setUndoing(false)} />}
    </>
  )
}

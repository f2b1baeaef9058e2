import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import { nameProof } from '../../../../contract/proofs/proof-rules.ts'
import { proofs, type ProofRow } from '../../../../contract/proofs/proofs.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatPeso } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Asks a manager for the reason to undo an approval. */
export function UndoApproval({ proof, onClose }: { proof: ProofRow; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const undo = useWrite(proofs.undo)
  const name = nameProof(proof.proofID)
  function send() {
    if (reason.trim() === '' || undo.isPending) return
    undo.mutate(
      { id: proof.proofID, body: { reason: reason.trim() } },
      {
        onSuccess: () => {
          toasts.success(`The approval of ${name} is undone`)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Undo the approval of ${name}?`} size={480} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="dlg-body proof-undo">
          <p>
            Counter-entries take back {formatPeso(proof.seen?.amount ?? proof.amount)}, and the reference is free again.
            The books keep both.
          </p>
          <TextInput
            label="Reason"
            data-autofocus
            maxLength={500}
            value={reason}
            error={undo.error && messageOf(undo.error)}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
        <div className="dlg-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" loading={undo.isPending} aria-disabled={reason.trim() === ''}>
            Undo approval
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

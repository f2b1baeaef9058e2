import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { nameOfBuyer, shortenName } from './liveWords.ts'
import type { Desk } from './useDesk.ts'

export type Asked = { what: 'withdraw' | 'move'; claim: LiveClaimRow; claims: readonly LiveClaimRow[] }

/** Asks for the reason to withdraw a claim, or to change its place in line. */
export function AskReason({
  asked: { what, claim, claims },
  desk,
  onClose,
}: {
  asked: Asked
  desk: Desk
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const ahead = claims.filter(({ rank, status }) => rank < claim.rank && ['won', 'asked', 'waiting'].includes(status))
  const [aheadOfID, setAheadOf] = useState(ahead.at(-1)?.claimID ?? null)
  const name = nameOfBuyer(claim.buyer)
  const missing = reason.trim() === '' || (what === 'move' && aheadOfID === null)

  function send() {
    if (missing) return
    void (what === 'withdraw' ? desk.withdraw(claim, reason.trim()) : desk.move(claim, aheadOfID!, reason.trim()))
    onClose()
  }
  return (
    <Dialog
      title={what === 'withdraw' ? `Withdraw the claim of ${name}?` : `Change the place of ${name}?`}
      size={480}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="dlg-body">
          {what === 'withdraw' ? (
            <p>Piece {claim.number} leaves the basket, and the next in line is asked. The record keeps both.</p>
          ) : (
            <Select<number>
              label="Ahead of"
              data={ahead.map(({ claimID, buyer }) => ({ value: claimID, label: shortenName(nameOfBuyer(buyer)) }))}
              value={aheadOfID}
              allowDeselect={false}
              onChange={setAheadOf}
            />
          )}
          <TextInput
            label="Reason"
            required
            data-autofocus
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
        <div className="dlg-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" aria-disabled={missing}>
            {what === 'withdraw' ? 'Withdraw' : 'Move'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

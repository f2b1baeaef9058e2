import { useQuery } from '@tanstack/react-query'

import { type ApprovableCall, approvalHeader } from '../../../../contract/devices/approvals.ts'
import { device } from '../../../../contract/devices/device.ts'
import { call as send } from '../../../lib/api.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { PinEntry } from './PinEntry.tsx'
import { thisDeviceQuery } from './thisDevice.ts'

/** Asks a Manager to approve a refused call by a PIN. `onAnswer` receives the header of the call, or null. */
export function ApprovalDialog({
  call,
  reason,
  onAnswer,
}: {
  call: ApprovableCall
  /** Why the call was refused. */
  reason: string
  onAnswer: (headers: Record<string, string> | null) => void
}) {
  const { data, error, refetch } = useQuery(thisDeviceQuery)
  return (
    <Dialog title="A Manager approves" size={440} full zIndex={500} onClose={() => onAnswer(null)}>
      <div className="dlg-body">
        <p>{reason}.</p>
        {data ? (
          <PinEntry
            people={data.data?.people.filter(({ approves }) => approves) ?? []}
            first={null}
            lockedSeconds={data.data?.lockedSeconds ?? 0}
            empty="No Manager has a PIN. A Manager can set one in the own profile."
            send={async (userID, pin) => {
              try {
                const { data: approved } = await send(device.approve, { body: { userID, pin, call } })
                onAnswer({ [approvalHeader]: approved.key })
              } catch (refusal) {
                void refetch()
                throw refusal
              }
            }}
          />
        ) : (
          <Pending error={error} refetch={refetch} height={420} />
        )}
      </div>
    </Dialog>
  )
}

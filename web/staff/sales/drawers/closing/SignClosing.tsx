import { Button, Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { drawerClosing } from '../../../../../contract/drawers/closing.ts'
import { drawerReports, type DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import {
  differenceLimits,
  differenceReasons,
  formatCash,
  type Signature,
} from '../../../../../contract/drawers/drawer-rules.ts'
import { drawerSessions, type DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { timeIn } from '../../../../../contract/shared/dates.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { readQuery, useWrite } from '../../../../lib/query.ts'
import { useAccount } from '../../../../lib/session.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { useNow } from '../../../../lib/useNow.ts'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { readLimits } from '../drawerFigures.ts'
import { DrawerStatement } from '../DrawerStatement.tsx'
import { differenceWords } from '../drawerWords.ts'
import { SignatureField } from './SignatureField.tsx'

type Reason = (typeof differenceReasons)[number]

/** Returns the call that closes a session. The page of its report then knows the report at once. */
function useClosing(session: DrawerSessionRow) {
  const { drawerSessionID: id } = session
  const client = useQueryClient()
  return useWrite(drawerClosing.close, (answer) => {
    client.setQueryData(readQuery(drawerReports.z, { id }).queryKey, answer)
    client.setQueryData(readQuery(drawerSessions.get, { id }).queryKey, {
      success: true,
      data: { ...session, status: 'Closed', closedAt: answer.data.closedAt },
    })
  })
}

/** The cash statement of the session, the reason of a difference, the signature, and the close. */
export function SignClosing({
  session,
  report,
  onPrint,
}: {
  session: DrawerSessionRow
  report: DrawerReportRow
  onPrint: () => void
}) {
  const { drawerSessionID: id, number, drawerName, createdAt, finishedAt } = session
  const timeZone = useTimeZone()
  const now = useNow(30_000)
  const navigate = useNavigate()
  const name = useAccount()?.name ?? ''
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const [signature, setSignature] = useState<Signature>([])
  const close = useClosing(session)
  const { needsReason, needsManager } = readLimits(report)
  const errorOf = (name: string) => close.error?.errors.find(({ field }) => field === name)?.message

  function send() {
    if (close.isPending) return
    const body = {
      ...(reason !== null && { reason }),
      ...(note.trim() !== '' && { note }),
      ...(signature.length > 0 && { signature }),
    }
    close.mutate(
      { id, body },
      { onSuccess: () => void navigate(`${screens.drawerReport}?id=${id}`, { replace: true }) },
    )
  }
  useShortcuts('Closing', [{ key: 'F9', what: 'Close', run: send, once: true }])
  const times = [createdAt, finishedAt].filter((at) => at !== null).map((at) => timeIn(timeZone, new Date(at)))
  return (
    <section className="panel closing-sign" aria-label={`Session ${number}`}>
      <header>
        <h2>
          {drawerName}, session {number}
        </h2>
        <span>{times.join('–')}</span>
      </header>
      <DrawerStatement report={report} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Select<Reason>
          label="Reason"
          withAsterisk={needsReason}
          data={differenceReasons.map((value) => ({ value, label: differenceWords[value] }))}
          placeholder={needsReason ? 'Choose' : 'None is needed'}
          clearable={!needsReason}
          value={reason}
          onChange={setReason}
          error={errorOf('reason')}
          // The person comes from the keys of the count, and only the reason is missing.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={needsReason}
        />
        <Textarea
          label="Note"
          withAsterisk={reason === 'other'}
          maxLength={300}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={errorOf('note')}
        />
        <SignatureField name={name} at={formatMoment(now, timeZone)} signature={signature} onSignature={setSignature} />
        <p className="hint">
          {needsManager && `Over ${formatCash('PHP', differenceLimits.PHP.manager)} a Manager signs. `}
          Without a drawing your name signs. The report is numbered and never changes after this.
        </p>
        {close.error && (
          <p className="closing-failed" role="alert">
            Error: {close.error.message}
          </p>
        )}
        <div className="closing-last">
          <Button onClick={onPrint}>Print X</Button>
          <Button type="submit" variant="filled" loading={close.isPending}>
            Close {number} <kbd>F9</kbd>
          </Button>
        </div>
      </form>
    </section>
  )
}

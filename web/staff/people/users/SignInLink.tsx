import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import { users } from '../../../../contract/people/users.ts'
import { moment } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'

/** What became of the mail with the link. */
const told = {
  sent: (name: string) => `It is on its way to ${name} by mail.`,
  failed: (name: string) =>
    `It could not be mailed: the mail server did not take it. Please pass it on to ${name} yourself.`,
  off: (name: string) => `Please pass it on to ${name} yourself: the shop has no mail server.`,
}

/** Makes a link that signs a user in once, and shows it this one time. */
export function SignInLink({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const make = useWrite(users.makeSignInLink)
  const timeZone = useTimeZone()
  const made = make.data?.data
  return (
    <Dialog title="Make sign-in link" size={520} onClose={onClose}>
      <div className="dlg-body">
        <p>
          The link signs {name} in without a password. It works once and for 24 hours, and ends any link made before.
        </p>
        {made && (
          <>
            <CopyField label="Sign-in link" text={made.link} />
            <p>{told[made.mail](name)}</p>
            <p>It is for nobody else, works until {moment(made.expiresAt, timeZone)}, and cannot be shown again.</p>
          </>
        )}
      </div>
      <p className="error-line" role="alert">
        {make.error && `Error: ${make.error.message}`}
      </p>
      <div className="dlg-foot">
        <Button onClick={onClose}>{made ? 'Close' : 'Cancel'}</Button>
        {!made && (
          <Button
            variant="filled"
            data-autofocus
            aria-disabled={make.isPending || undefined}
            onClick={() => {
              if (!make.isPending) make.mutate({ id })
            }}
          >
            Make link
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function CopyField({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'by hand'>('no')
  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    field.current?.select()
    // Browsers copy for us only where the shop is reached over https, or on this machine.
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setCopied(done ? 'yes' : 'by hand')
  }
  return (
    <div>
      <div className="copy">
        <TextInput ref={field} label={label} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Button variant="filled" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <output>
        {copied === 'yes' && 'Copied'}
        {copied === 'by hand' && 'Selected: copy it with Ctrl+C'}
      </output>
    </div>
  )
}

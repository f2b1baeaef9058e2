import { Button } from '@mantine/core'

import { users } from '../../../../contract/people/users.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { CopyField } from '../../../ui/CopyField.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'

/** Messages that report whether a link is mailed to the user. */
const deliveryMessages = {
  queued: (name: string) => `${name} gets a link by mail, too. The first link that is used ends the other.`,
  off: (name: string) => `Please pass it on to ${name} yourself: the shop has no mail server.`,
}

/** Creates a one-time sign-in link for a user. The link is shown only once. */
export function SignInLink({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const make = useWrite(users.createSignInLink)
  const timeZone = useTimeZone()
  const link = make.data?.data
  return (
    <Dialog title="Make sign-in link" size={520} onClose={onClose}>
      <div className="dlg-body">
        <p>
          The link signs {name} in without a password. It works once and for 24 hours, and ends any link made before.
        </p>
        {link && (
          <>
            <CopyField label="Sign-in link" text={link.link} />
            <p>{deliveryMessages[link.mail](name)}</p>
            <p>
              It is for nobody else, works until {formatMoment(link.expiresAt, timeZone)}, and cannot be shown again.
            </p>
          </>
        )}
      </div>
      <p className="error-line" role="alert">
        {make.error && `Error: ${make.error.message}`}
      </p>
      <div className="dlg-foot">
        <Button onClick={onClose}>{link ? 'Close' : 'Cancel'}</Button>
        {!link && (
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

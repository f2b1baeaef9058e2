import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { devices } from '../../../../contract/devices/devices.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Lists the people who have a PIN. Nobody reads a PIN, and a Manager removes one. */
export function PinHolders() {
  const { data } = useQuery(readQuery(devices.listPins, {}))
  const timeZone = useTimeZone()
  const dialogs = useDialogs()
  const remove = useWrite(devices.removePin)

  async function onRemove({ userID, name }: { userID: number; name: string }) {
    const isSure = await dialogs.confirm({
      title: `Remove the PIN of ${name}?`,
      text: 'Where it signed in, it does no more. The person can set a new PIN in the profile, with the password.',
      action: 'Remove PIN',
      danger: true,
    })
    if (!isSure) return
    await remove.mutateAsync({ id: userID }).then(
      () => toasts.success(`The PIN of ${name} is removed`),
      (error: Error) => toasts.error(error.message),
    )
  }

  if (!data || data.data.length === 0) return null
  return (
    <section className="pin-holders" aria-label="People with a PIN">
      <h3>People with a PIN</h3>
      <ul className="device-list">
        {data.data.map((person) => (
          <li key={person.userID}>
            <div>
              <b>{person.name}</b>
              <small>Set {formatMoment(person.setAt, timeZone)}</small>
            </div>
            <Button
              size="sm"
              variant="subtle"
              aria-label={`Remove PIN of ${person.name}`}
              disabled={remove.isPending}
              onClick={() => void onRemove(person)}
            >
              Remove PIN
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ownPin } from '../../../contract/devices/device.ts'
import { formatMoment } from '../../lib/format.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { PasswordField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { toasts } from '../../ui/toasts.ts'

/** Lets the user set and remove the own PIN. Nobody can read it. */
export function OwnPin() {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useQuery(readQuery(ownPin.get, {}))
  const remove = useWrite(ownPin.remove)
  const [isSetting, setSetting] = useState(false)
  const setAt = data?.data.setAt ?? null
  return (
    <section className="panel messages-by-mail own-pin" aria-labelledby="own-pin">
      <h2 id="own-pin">PIN</h2>
      <p>
        Six digits sign you in at the shop’s enrolled devices. They open no users, accounts, exports or settings. A new
        password takes the PIN away.
      </p>
      {data ? (
        <>
          <p>{setAt === null ? 'You have no PIN.' : `Your PIN is set since ${formatMoment(setAt, timeZone)}.`}</p>
          <div className="own-pin-acts">
            <Button onClick={() => setSetting(true)}>{setAt === null ? 'Set a PIN' : 'Change PIN'}</Button>
            {setAt !== null && (
              <Button
                variant="subtle"
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(
                    {},
                    {
                      onSuccess: () => toasts.success('Your PIN is removed'),
                      onError: ({ message }) => toasts.error(message),
                    },
                  )
                }
              >
                Remove PIN
              </Button>
            )}
          </div>
        </>
      ) : (
        <Pending error={error} refetch={refetch} height={70} />
      )}
      {isSetting && <SetPin onClose={() => setSetting(false)} />}
    </section>
  )
}

function SetPin({ onClose }: { onClose: () => void }) {
  const write = useWrite(ownPin.set)
  const form = useRecordForm(ownPin.set.body, { pin: '', currentPassword: '' })
  return (
    <RecordForm
      title="Set your PIN"
      action="Set PIN"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['PIN Set!', 'It works at every enrolled device from now on.']}
      onClose={onClose}
      size={440}
    >
      <PasswordField
        control={form.control}
        name="pin"
        label="PIN"
        required
        autoComplete="new-password"
        hint="Six digits that nobody guesses."
      />
      <PasswordField
        control={form.control}
        name="currentPassword"
        label="Current password"
        required
        autoComplete="current-password"
      />
    </RecordForm>
  )
}

import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { device } from '../../../../contract/devices/device.ts'
import type { Account } from '../../../../contract/people/account.ts'
import { call } from '../../../lib/api.ts'
import { setDevice } from '../../../lib/screenLock.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { PinEntry } from './PinEntry.tsx'
import { thisDeviceQuery } from './thisDevice.ts'

/** Signs a person in with a PIN at an enrolled browser. `onPassword` shows the form for e-mail and password. */
export function PinSignIn({
  first = null,
  onSignedIn,
  onPassword,
}: {
  first?: number | null
  onSignedIn: (account: Account) => void
  onPassword: () => void
}) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(thisDeviceQuery)
  const isRemoved = data?.data === null
  useEffect(() => {
    if (!isRemoved) return
    setDevice(false)
    onPassword()
  }, [isRemoved, onPassword])

  async function send(userID: number, pin: string) {
    try {
      onSignedIn(await call(device.switch, { body: { userID, pin } }))
    } catch (refusal) {
      void client.invalidateQueries({ queryKey: thisDeviceQuery.queryKey })
      throw refusal
    }
  }

  if (!data) return <Pending error={error} refetch={refetch} height={420} />
  const here = data.data
  return (
    <>
      {here && (
        <PinEntry
          people={here.people}
          first={first}
          lockedSeconds={here.lockedSeconds}
          empty="Nobody has a PIN yet. Sign in with your password, and set your PIN in your profile."
          send={send}
        />
      )}
      <p className="pin-password">
        <Button variant="subtle" onClick={onPassword}>
          Sign in with your password
        </Button>
      </p>
    </>
  )
}

import './devices.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type DeviceRow, devices } from '../../../../contract/devices/devices.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { setDevice } from '../../../lib/screenLock.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { DeviceForm } from './DeviceForm.tsx'
import { PinHolders } from './PinHolders.tsx'

/** Lists the enrolled browsers, and the people who have a PIN. */
export function Devices() {
  const { data, error, refetch } = useQuery(readQuery(devices.list, {}))
  const [editing, setEditing] = useState<DeviceRow | 'new' | null>(null)
  if (!data) return <Pending error={error} refetch={refetch} height={120} />
  const isEnrolled = data.data.some(({ current }) => current)
  return (
    <>
      <p className="device-hint">
        A PIN sells, counts and closes. It opens no users, accounts, exports or settings. A Manager’s PIN approves at
        the counter what a cashier may not do alone. Enroll only browsers that stay in the shop.
      </p>
      {data.data.length > 0 && (
        <ul className="device-list" aria-label="Devices">
          {data.data.map((device) => (
            <Row key={device.deviceID} device={device} onEdit={() => setEditing(device)} />
          ))}
        </ul>
      )}
      {!isEnrolled && (
        <Button variant="default" onClick={() => setEditing('new')}>
          Enroll this device
        </Button>
      )}
      <PinHolders />
      {editing && <DeviceForm stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}

function Row({ device, onEdit }: { device: DeviceRow; onEdit: () => void }) {
  const { deviceID, deviceName, drawerName, enrolledByName, createdAt, lastUsedAt, lockedUntil, current } = device
  const timeZone = useTimeZone()
  const dialogs = useDialogs()
  const remove = useWrite(devices.remove)

  async function onRemove() {
    const isSure = await dialogs.confirm({
      title: `Remove ${deviceName}?`,
      text: 'Whoever is signed in there by a PIN is signed out at once, and no PIN works there any more.',
      action: 'Remove device',
      danger: true,
    })
    if (!isSure) return
    try {
      await remove.mutateAsync({ id: deviceID })
      if (current) setDevice(false)
      toasts.success(`${deviceName} is removed`)
    } catch (error) {
      toasts.error((error as Error).message)
    }
  }

  return (
    <li aria-label={deviceName}>
      <div>
        <p className="device-head">
          <b>{deviceName}</b>
          {current && <small>This one</small>}
          {lockedUntil !== null && (
            <small className="device-warning">
              Locked after wrong PINs until {formatMoment(lockedUntil, timeZone)}
            </small>
          )}
        </p>
        <small>
          {drawerName === null ? 'No drawer' : `Drawer ${drawerName}`}. Enrolled by {enrolledByName ?? 'the shop'} on{' '}
          {formatMoment(createdAt, timeZone)}.{' '}
          {lastUsedAt === null ? 'Not used yet' : `Last used ${formatMoment(lastUsedAt, timeZone)}`}
        </small>
      </div>
      <span>
        <Button size="sm" variant="subtle" aria-label={`Change ${deviceName}`} onClick={onEdit}>
          Change
        </Button>
        <Button
          size="sm"
          variant="subtle"
          aria-label={`Remove ${deviceName}`}
          disabled={remove.isPending}
          onClick={() => void onRemove()}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

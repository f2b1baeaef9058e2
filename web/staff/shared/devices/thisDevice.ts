import { device } from '../../../../contract/devices/device.ts'
import { readQuery } from '../../../lib/query.ts'

/** Fetches the device that this browser is, with the people who have a PIN. It is never old: a lock runs on. */
export const thisDeviceQuery = { ...readQuery(device.get, {}), staleTime: 0 }

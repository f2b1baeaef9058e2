import type { FastifyInstance } from 'fastify'

import { device, ownPin } from '../../contract/devices/device.ts'
import { devices as endpoints } from '../../contract/devices/devices.ts'
import { serve } from '../http/serve.ts'
import { ok } from '../resource/records.ts'
import { approveCall } from './approvals.operations.ts'
import { enrollDevice, removeDevice, updateDevice } from './devices.operations.ts'
import { describeThisDevice, listDevices, listPinHolders } from './devices.queries.ts'
import { readOwnPin, removeOwnPin, removePin, setOwnPin } from './pins.operations.ts'
import { lockOwnSession, switchPerson } from './switching.operations.ts'

/** These operations count attempts or set a cookie, so they open their own transactions. */
const ownTransaction = { transaction: false }

/** Registers every endpoint of devices and PINs. */
export function devices(app: FastifyInstance) {
  serve(app, endpoints.list, async (_, context) => ok(await listDevices(context)))

  serve(app, endpoints.enroll, async ({ body }, context) => ok(await enrollDevice(context, body)), ownTransaction)

  serve(app, endpoints.update, async ({ id, body }, context) => ok(await updateDevice(context, id, body)))

  serve(app, endpoints.remove, async ({ id }, context) => {
    await removeDevice(context, id)
    return ok(null)
  })

  serve(app, endpoints.listPins, async (_, { db }) => ok(await listPinHolders(db)))

  serve(app, endpoints.removePin, async ({ id }, context) => {
    await removePin(context, id)
    return ok(null)
  })

  serve(app, device.get, async (_, context) => ok(await describeThisDevice(context)))

  serve(app, device.switch, ({ body }, context) => switchPerson(context, body), ownTransaction)

  // The session itself notes each write of a person, so that nothing is left to do here.
  serve(app, device.activity, async () => ok(null))

  serve(app, device.lock, async (_, context) => {
    await lockOwnSession(context)
    return ok(null)
  })

  serve(app, device.approve, async ({ body }, context) => ok(await approveCall(context, body)), ownTransaction)

  serve(app, ownPin.get, async (_, context) => ok(await readOwnPin(context)))

  serve(app, ownPin.set, async ({ body }, context) => ok(await setOwnPin(context, body)), ownTransaction)

  serve(app, ownPin.remove, async (_, context) => ok(await removeOwnPin(context)))
}

import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

const fields = {
  deviceName: required(60),
  /** The drawer of everybody who signs in with a PIN at the device; null for none. */
  drawerID: ID.nullish().transform((drawerID) => drawerID ?? null),
}

export const DeviceInput = z.object(fields)

/** A browser in which the staff may sign in with PINs. */
export const Device = z
  .object({
    deviceID: ID,
    deviceName: z.string(),
    drawerID: ID.nullable(),
    drawerName: z.string().nullable(),
    enrolledByName: z.string().nullable(),
    lastUsedAt: Moment.nullable(),
    /** The end of the lock after wrong PINs; null while it is not locked. */
    lockedUntil: Moment.nullable(),
    /** Whether the caller's browser is this device. */
    current: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'Device' })
export type DeviceRow = z.input<typeof Device>

/** A person who can sign in with a PIN. */
const PinHolder = z.object({ userID: ID, name: z.string(), setAt: Moment }).meta({ id: 'PinHolder' })

const path = '/api/v1/devices'

export const devices = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists the browsers in which the staff may sign in with PINs',
    access: 'devices.manage',
    about: ['device', 'drawer', 'user'],
    returns: answer(z.array(Device)),
  }),
  enroll: endpoint({
    method: 'POST',
    path,
    summary: 'Enrolls the caller’s browser, which gets a cookie that lasts',
    access: 'devices.manage',
    body: DeviceInput,
    returns: answer(Device),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Renames a device, or chooses its drawer',
    access: 'devices.manage',
    body: DeviceInput.extend(LastRead),
    returns: answer(Device),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Removes a device, such as a lost one. Its session ends at once',
    access: 'devices.manage',
    returns: answer(z.null()),
  }),
  listPins: endpoint({
    method: 'GET',
    path: '/api/v1/pins',
    summary: 'Lists the people who have a PIN',
    access: 'devices.manage',
    about: ['user'],
    returns: answer(z.array(PinHolder)),
  }),
  removePin: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/:id/pin',
    summary: 'Removes a person’s PIN, and ends the sessions that it opened',
    access: 'devices.manage',
    returns: answer(z.null()),
  }),
}

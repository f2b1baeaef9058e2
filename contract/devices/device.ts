import { Account } from '../people/account.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { approvableCalls } from './approvals.ts'
import { NewPin, Pin } from './pin-rules.ts'

/** A person at the choice of people of a device. */
const PersonAtDevice = z
  .object({
    userID: ID,
    firstName: z.string(),
    initials: z.string(),
    photo: z.string().nullable(),
    /** Whether this person's PIN approves what a cashier may not do alone. */
    approves: z.boolean(),
  })
  .meta({ id: 'PersonAtDevice' })
export type PersonAtDevice = z.input<typeof PersonAtDevice>

const ThisDevice = z
  .object({
    deviceName: z.string(),
    people: z.array(PersonAtDevice),
    /** Seconds until wrong PINs no longer lock the device; 0 while it is not locked. */
    lockedSeconds: z.int(),
  })
  .meta({ id: 'ThisDevice' })
export type ThisDevice = z.input<typeof ThisDevice>

const path = '/api/v1/device'

/** The calls of an enrolled browser about itself. */
export const device = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'Returns the device that the caller’s browser is, with the people who have a PIN; null when it is none',
    access: 'public',
    about: [],
    returns: answer(ThisDevice.nullable()),
  }),
  switch: endpoint({
    method: 'POST',
    path: `${path}/switch`,
    summary: 'Signs a person in with a PIN, and ends the session of the person before. Five wrong PINs lock the device',
    access: 'public',
    body: z.object({ userID: ID, pin: Pin }),
    returns: Account,
  }),
  activity: endpoint({
    method: 'POST',
    path: `${path}/activity`,
    summary: 'Tells that a person uses the screen, so that a session with a PIN stays open for two more minutes',
    access: 'signedIn',
    returns: answer(z.null()),
  }),
  lock: endpoint({
    method: 'POST',
    path: `${path}/lock`,
    summary: 'Locks the caller’s session with a PIN at once',
    access: 'signedIn',
    returns: answer(z.null()),
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/approvals`,
    summary: 'Approves one call of the caller with a Manager’s PIN. The key works once, for two minutes',
    access: 'signedIn',
    body: z.object({ userID: ID, pin: Pin, call: z.enum(approvableCalls, { error: 'Choose a call' }) }),
    returns: answer(z.object({ key: z.string(), approvedByName: z.string() })),
  }),
}

const OwnPin = z.object({ setAt: Moment.nullable() }).meta({ id: 'OwnPin' })

export const ownPin = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/own-pin',
    summary: 'Returns since when the caller has a PIN; null without one. Nobody can read a PIN',
    access: 'signedIn',
    needsPassword: true,
    about: ['user'],
    returns: answer(OwnPin),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/v1/own-pin',
    summary: 'Sets the caller’s PIN, with the password',
    access: 'signedIn',
    needsPassword: true,
    body: z.object({ pin: NewPin, currentPassword: z.string().max(200).optional() }),
    returns: answer(OwnPin),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/own-pin',
    summary: 'Removes the caller’s PIN',
    access: 'signedIn',
    needsPassword: true,
    returns: answer(OwnPin),
  }),
}

import { z } from '../shared/zod.ts'

/** The digits of a PIN. */
export const pinDigits = 6

/** Wrong PINs after which a device is locked. */
export const wrongPinsAllowed = 5

/** Seconds of the first lock of a device. Each further lock is twice as long, and none is longer than a day. */
export const firstLockSeconds = 5 * 60
export const longestLockSeconds = 24 * 60 * 60

/** Seconds without activity after which a session that a PIN opened is locked. */
export const idleSeconds = 2 * 60

/** Seconds for which a Manager's approval can be used. */
export const approvalSeconds = 2 * 60

const digits = '0123456789'
const reversed = '9876543210'

/** Whether a PIN is among the first that people guess: one digit six times, or six digits in a row. */
export const isObviousPin = (pin: string) => /^(\d)\1*$/.test(pin) || digits.includes(pin) || reversed.includes(pin)

/** A PIN as it is typed to sign in or to approve. */
export const Pin = z
  .string({ error: 'Enter the PIN' })
  .regex(new RegExp(String.raw`^\d{${pinDigits}}$`), 'A PIN has six digits')

/** A PIN that a person chooses. */
export const NewPin = Pin.refine((pin) => !isObviousPin(pin), 'This PIN is easy to guess: choose another one')

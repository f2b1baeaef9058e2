/** The failure codes of devices and PINs, with their HTTP status. They are part of the list in errors.ts. */
export const deviceFailures = {
  'approval.ended': 403,
  'device.enrolled': 409,
  'device.not_enrolled': 403,
  'pin.locked': 429,
  'pin.not_enough': 403,
  'pin.wrong': 403,
  'session.locked': 401,
} as const

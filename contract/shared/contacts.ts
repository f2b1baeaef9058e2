import { z } from './zod.ts'

/** The maximum length of a contact: that of an e-mail address. */
export const longestContact = 254

/** A way to answer a person. `handle` is a name without its platform: it may be of LINE or of Messenger. */
export type Contact = {
  kind: 'email' | 'phone' | 'line' | 'messenger' | 'handle'
  /** The address, the number or the name, without the platform. */
  value: string
}

const emailSchema = z.email()
const name = String.raw`@?[\p{L}\p{N}][\p{L}\p{N}._-]{0,98}[\p{L}\p{N}]`
const patterns = {
  line: [/^(?:https?:\/\/)?(?:www\.)?line\.me\/(?:R\/)?ti\/p\/~?(?<value>[@\w.-]+)$/iu, named('line')],
  messenger: [
    /^(?:https?:\/\/)?(?:www\.|m\.)?(?:m\.me|messenger\.com\/t|facebook\.com|fb\.com)\/(?<value>[\w.-]+)\/?$/iu,
    named('messenger|facebook|fb'),
  ],
  handle: [new RegExp(`^(?<value>${name})$`, 'u')],
}

/** Returns the pattern of a name after the name of its platform: 'LINE: aiko27', 'line aiko27'. */
function named(platform: string) {
  return new RegExp(String.raw`^(?:${platform})(?:\s+id)?(?:\s*:\s*|\s+)(?<value>${name})$`, 'iu')
}

/**
 * Reads a contact that a person typed: an e-mail address, a phone number, or a name on LINE or Messenger. Returns null
 * for any other text.
 */
export function readContact(typed: string): Contact | null {
  const text = typed.trim()
  if (emailSchema.safeParse(text).success) return { kind: 'email', value: text }
  const digits = text.replaceAll(/\D/g, '')
  if (/^\+?[\d\s().-]+$/.test(text)) {
    const isPhone = digits.length >= 7 && digits.length <= 15
    return isPhone ? { kind: 'phone', value: `${text.startsWith('+') ? '+' : ''}${digits}` } : null
  }
  for (const kind of ['line', 'messenger', 'handle'] as const)
    for (const pattern of patterns[kind]) {
      const value = pattern.exec(text)?.groups?.['value']
      if (value !== undefined) return { kind, value }
    }
  return null
}

/** A contact as a person typed it. */
export const ContactText = z
  .string()
  .trim()
  .min(1)
  .max(longestContact)
  .refine((text) => readContact(text) !== null, 'Enter an email, a phone number, or a name on LINE or Messenger')

import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Returns 256 random bits in 43 characters of an address. */
export const createToken = () => randomBytes(32).toString('base64url')

/** Returns a new API token. It begins with a name, so that people and scanners for secrets recognize one. */
export const createApiToken = () => `alahas_${createToken()}`

/** Returns the SHA-256 of a token, in hexadecimal. A token has 256 random bits, so its hash needs no salt. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Returns a random code of so many of these letters. */
export const createRandomCode = (letters: string, length: number) =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')

import { availableParallelism } from 'node:os'

import { createLimiter } from '../http/limiter.ts'

/**
 * Runs at most one hash on each core, because a hash takes a core and 19 MB of memory. The queue is limited to 100, so
 * that no sign-in waits for many seconds.
 */
const limited = createLimiter(availableParallelism(), 100)

/** Loads the library with the first sign-in: an idle server saves 3 MB. */
const loadArgon = () => import('@node-rs/argon2')

/** Hashes with argon2id and the library's parameters (19 MiB, 2 passes), as OWASP recommends. */
export const hashPassword = (password: string) => limited(async () => (await loadArgon()).hash(password))

/** Whether the password is correct. A null hash (no such user) takes equally long and gives false. */
export const verifyPassword = (passwordHash: string | null, password: string) =>
  limited(async () => {
    const { hash, verify } = await loadArgon()
    placeholderHash ??= await hash('placeholderHash')
    return (await verify(passwordHash ?? placeholderHash, password)) && passwordHash !== null
  })

let placeholderHash: string | undefined

import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { createLimiter } from '../http/limiter.ts'

/**
 * Runs at most one hash on each core, because a hash takes a core and 19 MB of memory. The queue is limited to 100, so
 * that no sign-in waits for many seconds.
 */
const limited = createLimiter(availableParallelism(), 100)

/** Hashes with argon2id and the library's parameters (19 MiB, 2 passes), as OWASP recommends. */
export const hashPassword = (password: string) => limited(() => hash(password))

/** Whether the password is correct. A null hash (no such user) takes equally long and gives false. */
export const verifyPassword = (passwordHash: string | null, password: string) =>
  limited(async () => {
    placeholderHash ??= await hash('placeholderHash')
    return (await verify(passwordHash ?? placeholderHash, password)) && passwordHash !== null
  })

let placeholderHash: string | undefined

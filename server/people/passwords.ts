import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { createLimiter } from '../http/turns.ts'

/**
 * At most as many hashes at once as there are cores: each takes a core and 19 MB for a while. Whoever comes behind a
 * hundred others would wait for seconds, and is told to come back.
 */
const limited = createLimiter(availableParallelism(), 100)

/** argon2id, with the library's parameters (19 MiB, 2 passes), which are OWASP's. */
export const hashPassword = (password: string) => limited(() => hash(password))

/** Whether the password is right. For nobody's hash (null) it takes as long, and is not. */
export const verifyPassword = (passwordHash: string | null, password: string) =>
  limited(async () => {
    nobody ??= await hash('nobody')
    return (await verify(passwordHash ?? nobody, password)) && passwordHash !== null
  })

let nobody: string | undefined

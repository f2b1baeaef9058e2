import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { AppError } from '../http/errors.ts'

/** At most as many hashes at once as there are cores: each takes a core and 19 MB for a while. */
const atOnce = availableParallelism()
/** Whoever comes behind so many would wait for seconds, and is told to come back. */
const mostWaiting = 100
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting)
    throw new AppError(503, 'The shop is busy. Please try again in a moment', { retryAfter: 5 })
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** argon2id, with the library's parameters (19 MiB, 2 passes), which are OWASP's. */
export const hashPassword = (password: string) => inTurn(() => hash(password))

/** Whether the password is right. For nobody's hash (null) it takes as long, and is not. */
export const verifyPassword = (passwordHash: string | null, password: string) =>
  inTurn(async () => {
    nobody ??= await hash('nobody')
    return (await verify(passwordHash ?? nobody, password)) && passwordHash !== null
  })

let nobody: string | undefined

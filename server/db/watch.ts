import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { cut, type Pool } from './pool.ts'

/** How often a database that is in use is asked whether it is there. */
const every = 1000
/** How long it may take to say so: one that is behind is slow, and only one that is frozen or cut off says nothing. */
const patience = 4000
/** The same once it is known to be silent, so that its return is seen soon. */
const patienceInSilence = 2000

/**
 * Notices when the database says nothing at all, which no limit of its own can: it is frozen, or the network swallows
 * what is sent. The pool is then silent, so that people are told at once instead of waiting, until it answers again.
 * A statement that only takes long is left alone, because the database answers others beside it. `say` gets a line of
 * either; `end` it with the pool.
 */
export function watchDatabase(pool: Pool, url: string, say: (line: string) => void) {
  let looking: Promise<void> | null = null
  let visitor: { client: pg.Client; socket: Socket } | null = null
  const timer = setInterval(() => {
    if (looking || (!pool.silent && !pool.inUse)) return
    looking = look().finally(() => (looking = null))
  }, every)
  timer.unref()

  async function look() {
    const there = await answers(pool.silent ? patienceInSilence : patience)
    if (there === !pool.silent) return
    pool.silent = !there
    say(there ? 'The database answers again' : 'The database does not answer')
  }

  /** Whether it says anything within so many milliseconds. A refusal is an answer too: every call gets the same. */
  async function answers(milliseconds: number): Promise<boolean> {
    const asked = ask().then(
      () => true,
      () => {
        if (visitor) cut(visitor.socket)
        visitor = null
        return true
      },
    )
    // In two halves: where this process itself stood still, what has arrived meanwhile is read in between.
    for (const half of [1, 2]) {
      const said = await Promise.race([asked, sleep(milliseconds / 2, false)])
      if (said) return true
      if (half === 2 && visitor) cut(visitor.socket)
    }
    await asked // ended by the cut
    return false
  }

  async function ask() {
    if (!visitor) {
      const socket = new Socket()
      const client = new pg.Client({ connectionString: url, application_name: 'alahas watch', stream: () => socket })
      client.on('error', () => (visitor = null))
      visitor = { client, socket }
      await client.connect()
    }
    await visitor.client.query('select 1')
  }

  return {
    async end() {
      clearInterval(timer)
      await looking
      if (visitor) cut(visitor.socket)
    },
  }
}

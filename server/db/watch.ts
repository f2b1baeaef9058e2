import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { destroySocket, type Pool } from './pool.ts'

/** Milliseconds between two probes of the database (`select 1`). An idle pool sends no probes. */
const probeInterval = 1000
/** Milliseconds until a probe counts as failed. A busy database replies later than an idle one. */
const probeTimeout = 4000
/** The timeout of a probe while the database does not respond. It is shorter, so that the recovery is noticed soon. */
const silentProbeTimeout = 2000

/**
 * Detects a database that sends nothing at all, because it is frozen or the network drops its packets. PostgreSQL's own
 * timeouts cannot detect that. Sets `pool.silent` until the database responds again, so that requests fail immediately.
 * Slow statements do not delay the probe, because it has its own connection. `say` receives a line at each change.
 */
export function watchDatabase(pool: Pool, url: string, say: (line: string) => void) {
  let probing: Promise<void> | null = null
  let probe: { client: pg.Client; socket: Socket } | null = null
  const timer = setInterval(() => {
    if (probing || (!pool.silent && !pool.isInUse)) return
    probing = updatePool().finally(() => (probing = null))
  }, probeInterval)
  timer.unref()

  async function updatePool() {
    const isResponding = await respondsWithin(pool.silent ? silentProbeTimeout : probeTimeout)
    if (isResponding === !pool.silent) return
    pool.silent = !isResponding
    say(isResponding ? 'The database answers again' : 'The database does not answer')
  }

  /**
   * Whether the database responds in time. An error counts as a response, because queries then fail too and do not
   * wait.
   */
  async function respondsWithin(milliseconds: number): Promise<boolean> {
    const response = sendProbe().then(
      () => true,
      () => {
        if (probe) destroySocket(probe.socket)
        probe = null
        return true
      },
    )
    // The time is split into two waits. Between them, the event loop reads a response that arrived while this process
    // was paused.
    for (const half of [1, 2]) {
      const hasResponded = await Promise.race([response, sleep(milliseconds / 2, false)])
      if (hasResponded) return true
      if (half === 2 && probe) destroySocket(probe.socket)
    }
    await response // The destroyed socket settles it.
    return false
  }

  async function sendProbe() {
    if (!probe) {
      const socket = new Socket()
      const client = new pg.Client({ connectionString: url, application_name: 'alahas watch', stream: () => socket })
      client.on('error', () => (probe = null))
      probe = { client, socket }
      await client.connect()
    }
    await probe.client.query('select 1')
  }

  return {
    async end() {
      clearInterval(timer)
      await probing
      if (probe) destroySocket(probe.socket)
    },
  }
}

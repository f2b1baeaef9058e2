// Runs one of the compared servers in its own process: `side.ts <kind> <database> <folder>`. Sends its port and a token
// to its parent once it listens, and its figures on request.
import type { AddressInfo } from 'node:net'

import pg from 'pg'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { openSession } from '../../server/http/session.ts'
import { createBaseline } from './baseline.ts'

/** The app, the baseline, the baseline with a token lookup, or the baseline that counts a list's rows. */
export type Kind = 'app' | 'baseline' | 'authenticating baseline' | 'counting baseline'

/** A server's usage since its start; CPU time in milliseconds, memory in bytes. */
export type Figures = { statements: number; cpu: number; memory: number }
/** A server that accepts requests. `connectsAs` is the application name of its connections in PostgreSQL. */
export type Ready = { port: number; token: string; connectsAs: string }

let statements = 0
// The driver has no hook that counts statements.
const clients = pg.Client.prototype as unknown as { query: (...parts: unknown[]) => unknown }
const { query } = clients
clients.query = function count(...parts) {
  statements++
  return query.apply(this, parts)
}

const [, , kind, url = '', uploadsFolder = ''] = process.argv
const { db, pool } = connect(url)
const token = await openSession(db, 1, 'bench')
const isApp = kind === 'app'
if (!isApp) await pool.end()
const app = isApp
  ? await createApp({ db, pictureStore: pictureFolder(uploadsFolder) })
  : createBaseline(url, { authenticates: kind === 'authenticating baseline', countsRows: kind === 'counting baseline' })
await app.listen({ port: 0, host: '127.0.0.1' })

const tell = (message: Figures | Ready) => process.send!(message)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  tell({ statements, cpu: (user + system) / 1000, memory: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())
tell({
  port: (app.server.address() as AddressInfo).port,
  token,
  connectsAs: isApp ? 'alahas' : process.env['PGAPPNAME']!,
})

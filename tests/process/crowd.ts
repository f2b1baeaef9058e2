import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

import pg from 'pg'

import { runningCluster } from '../../server/db/embedded.ts'
import { hashToken } from '../../server/kernel/tokens.ts'

/** Creates salespeople with the administrator's password in the shop of this data folder, and signs them in. */
export async function hireStaff(folder: string, count: number): Promise<{ email: string; token: string }[]> {
  const sql = new pg.Client((await runningCluster(`${folder}/db`))!('shop'))
  await sql.connect()
  const staff = Array.from({ length: count }, (_, n) => ({
    email: `staff${n}@shop.example`,
    token: randomBytes(32).toString('base64url'),
  }))
  await sql.query(
    `with hired as (
       insert into user_account (first_name, last_name, role_id, username, email, password_hash)
       select 'Staff', 'Number ' || n, 3, 'staff' || n, 'staff' || n || '@shop.example', password_hash
       from user_account, generate_series(0, $1::int - 1) n where user_id = 1
       returning user_id, substr(username, 6)::int as n)
     insert into session (user_id, token_hash, expires_at)
     select user_id, ($2::text[])[n + 1], now() + interval '30 days' from hired`,
    [count, staff.map(({ token }) => hashToken(token))],
  )
  await sql.end()
  return staff
}

/**
 * Opens connections with incomplete requests: one half stops within the head, the other half within the body. `open`
 * counts those that the server has not closed yet.
 */
export async function halfSent(url: string, token: string, count: number) {
  const { hostname, port } = new URL(url)
  const head = 'POST /api/v2/suppliers HTTP/1.1\r\nHost: shop.example\r\n'
  const body = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"supplierName": "`
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {}).resume()
      await new Promise<void>((done) => socket.once('connect', done))
      await new Promise<void>((done) => socket.write(n % 2 ? head : head + body, () => done()))
      return { socket, half: n % 2 ? ('head' as const) : ('body' as const) }
    }),
  )
  const open = (of: 'head' | 'body') => sockets.filter(({ socket, half }) => half === of && isOpen(socket)).length
  return { open, close: () => sockets.forEach(({ socket }) => socket.destroy()) }
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded

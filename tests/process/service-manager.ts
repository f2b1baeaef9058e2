// Plays systemd for one service: opens its listening socket, starts the server with it as file descriptor 3, and starts
// the server again whenever it ends, until the file STOP exists. It never accepts a connection itself, because its event
// loop is blocked while the server runs. Linux only.
//   node service-manager.ts PORT STOP PROGRAM
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'

const [port, stop = '', program = ''] = process.argv.slice(2)

/** Returns the file descriptor of this process that listens on the port. */
function findListening(listened: number): number {
  const hex = listened.toString(16).toUpperCase().padStart(4, '0')
  const rows = readFileSync('/proc/self/net/tcp', 'utf8').split('\n').slice(1)
  // The columns are: number, local address, remote address, state (0A listens), five others, inode.
  const inodes = rows
    .map((row) => row.trim().split(/\s+/))
    .flatMap(([, local, , state, , , , , , inode]) => (local?.endsWith(`:${hex}`) && state === '0A' ? [inode] : []))
  for (const name of readdirSync('/proc/self/fd')) {
    const path = `/proc/self/fd/${name}`
    const target = existsSync(path) || name ? readLink(path) : ''
    if (inodes.some((inode) => target === `socket:[${inode}]`)) return Number(name)
  }
  throw new Error(`No file descriptor listens on ${listened}`)
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return '' // the descriptor that read the folder is closed again
  }
}

const server = createServer()
server.listen({ port: Number(port), host: '127.0.0.1' }, () => {
  const socket = findListening((server.address() as AddressInfo).port)
  // The packages may change between two starts, so the program is named by its path.
  const node = join(program, 'node_modules/.bin/node')
  while (!existsSync(stop)) {
    const { status, signal } = spawnSync(
      '/bin/sh',
      ['-c', 'echo "Main PID: $$"; LISTEN_PID=$$ exec "$0" --max-semi-space-size=8 server/main.ts', node],
      { cwd: program, env: { ...process.env, LISTEN_FDS: '1' }, stdio: ['ignore', 'inherit', 'inherit', socket] },
    )
    console.log(`The server ended: ${status ?? signal}`)
  }
  process.exit(0)
})

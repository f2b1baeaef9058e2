import { connect, createServer, type Server, type Socket } from 'node:net'

/** The mode of the proxy: it forwards data, refuses connections, or silently drops data. */
export type Way = 'through' | 'refused' | 'swallowed'

/**
 * Starts a proxy to a database that can be interrupted. `url` is the database's address through the proxy; `to`
 * changes its destination.
 */
export async function proxyTo(database: string) {
  const address = new URL(database)
  let target = { host: address.hostname, port: Number(address.port) }
  let way: Way = 'through'
  const pairs = new Set<[Socket, Socket]>()
  const waiting = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (from) => {
    if (way === 'through') join(from)
    else waiting.add(from.on('error', ignore))
  })
  const { port } = await listening(server, 0)

  function join(from: Socket) {
    const pair: [Socket, Socket] = [from, connect(target)]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', ignore).once('close', end)
    from.pipe(pair[1]).pipe(from)
  }

  async function go(next: Way) {
    way = next
    if (next === 'refused') {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
      for (const socket of waiting) socket.destroy()
      return closed
    }
    if (!server.listening) await listening(server, port)
    // Dropped data is not lost: it is sent again later, as TCP does.
    for (const [from, onward] of pairs) {
      if (next === 'swallowed') {
        from.unpipe(onward).pause()
        onward.unpipe(from).pause()
      } else from.pipe(onward).pipe(from)
    }
    if (next === 'through') {
      for (const from of waiting) if (!from.destroyed) join(from)
      waiting.clear()
    }
  }

  const url = new URL(database)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    go,
    to: (other: string) => (target = { host: new URL(other).hostname, port: Number(new URL(other).port) }),
    close: () => (server.listening ? go('refused') : undefined),
  }
}

async function listening(server: Server, port: number): Promise<{ port: number }> {
  server.listen(port, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return server.address() as { port: number }
}

const ignore = () => {}

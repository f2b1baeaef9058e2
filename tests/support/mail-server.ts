import { type AddressInfo, createServer, type Socket } from 'node:net'

type ReceivedMail = { to: string; text: string }

/**
 * How the mail server treats a mail: takes it, refuses the address for ever or for now, says nothing, or closes the
 * connection. `drips` sends a line of an endless answer now and then. `drops-unread` closes before the mail is handed over, and `drops` after that without an answer.
 * `quotes` refuses a mail with the links that stand in it, as filters of spam do.
 */
type Manner = 'takes' | 'quotes' | 'refuses' | 'defers' | 'stalls' | 'drips' | 'drops-unread' | 'drops'

/** Starts a mail server, at a free port or at this one. Returns its address, the received mails, its manner, which a test may change, and its end. */
export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = []
  const state: { manner: Manner } = { manner: 'takes' }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    talk(socket, mails, state)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(done))
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, state, close }
}

/** Speaks the minimum of RFC 5321 that a mail client needs. */
function talk(socket: Socket, mails: ReceivedMail[], state: { manner: Manner }) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let rest = ''
  let to = ''
  let data: string[] | null = null
  const hear = (line: string) => {
    const { manner } = state
    if (data && line !== '.') data.push(line)
    else if (data) {
      // A server that drops the connection here has the mail, and its client does not know.
      const text = decoded(data.join('\r\n'))
      data = null
      if (manner !== 'quotes') mails.push({ to, text })
      if (manner === 'drops') socket.destroy()
      else if (manner === 'quotes') say(`554 Blocked for ${text.match(/https:[^\s>]+/g)?.join(' ')}`)
      else say('250 Taken')
    } else if (manner === 'stalls') return
    else if (/^RCPT TO:/i.test(line)) {
      to = /<(.*)>/.exec(line)![1]!
      if (manner === 'drops-unread') socket.destroy()
      else if (manner === 'drips') drip(socket)
      else if (manner === 'refuses') say(`550 Nobody is ${to}`)
      else say(manner === 'defers' ? '451 Try again later' : '250 Go on')
    } else if (/^DATA/i.test(line)) {
      data = []
      say('354 Go on')
    } else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n')
    else say('250 Go on')
  }
  say('220 Tests')
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString()).split('\r\n')
    rest = lines.pop()!
    lines.forEach(hear)
  })
  socket.on('error', () => {})
}

/** Decodes quoted-printable if the mail declares it. Other mails may contain a literal `=3D`. */
const decoded = (text: string) =>
  /^Content-Transfer-Encoding: quoted-printable/im.test(text)
    ? Buffer.from(
        text
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString()
    : text

/** Keeps the connection alive without an answer, until its client closes it. */
function drip(socket: Socket) {
  const timer = setInterval(() => socket.write('250-Wait\r\n'), 50)
  socket.on('close', () => clearInterval(timer))
}

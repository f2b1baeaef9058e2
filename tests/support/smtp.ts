import { type AddressInfo, createServer, type Socket } from 'node:net'

import { afterAll } from 'vitest'

/** Starts a mail server. Returns its address, the received mails, and a switch to refuse mails. */
export async function mailServer() {
  const mails: { to: string; text: string }[] = []
  const state = { refuses: false }
  const server = createServer((socket) => talk(socket, mails, state))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => new Promise((done) => server.close(done))
  afterAll(close)
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, state }
}

/** Speaks the minimum of RFC 5321 that a mail client needs. */
function talk(socket: Socket, mails: { to: string; text: string }[], state: { refuses: boolean }) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let rest = ''
  let to = ''
  let data: string[] | null = null
  const hear = (line: string) => {
    if (data && line !== '.') data.push(line)
    else if (data) {
      mails.push({ to, text: decoded(data.join('\r\n')) })
      data = null
      say('250 Taken')
    } else if (/^RCPT TO:/i.test(line)) {
      to = /<(.*)>/.exec(line)![1]!
      say(state.refuses ? '550 Nobody of that name' : '250 Go on')
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
    ? text
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text

// Keeps a spreadsheet of completed sales: it receives `sale.completed` from a webhook, reads the sale with an API token,
// and appends a line to a CSV file. It needs Node 20 or newer and no packages. docs/reference/integrations.md explains it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const { SHOP, TOKEN, SECRET, FILE = 'sales.csv', PORT = '8080' } = process.env
if (!SHOP || !TOKEN || !SECRET) throw new Error('Set SHOP, TOKEN and SECRET')

/** The webhook-id of each line, so that an event that comes twice makes one line. */
const known = new Set()

const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64')

/** Whether the shop signed this body within the last five minutes. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // While a secret is renewed, there are two signatures.
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

async function readSale(id) {
  const response = await fetch(`${SHOP}/api/v2/sales/${id}`, { headers: { authorization: `Bearer ${TOKEN}` } })
  if (!response.ok) throw new Error(`The shop answered ${response.status}`)
  return (await response.json()).data
}

/** Writes a cell. A text that begins like a formula gets a quote, so that a spreadsheet does not run it. */
const cell = (value) =>
  `"${String(value ?? '')
    .replace(/^[=+@-]/, "'$&")
    .replaceAll('"', '""')}"`

async function receive(headers, body) {
  if (!isGenuine(headers, body)) return 401
  const { id, type, data } = JSON.parse(body)
  if (type !== 'sale.completed' || data.id === null || known.has(id)) return 204
  const { transactionNumber, completedAt, customer, totalPurchase } = await readSale(data.id)
  const name = customer && `${customer.firstName} ${customer.lastName}`
  await appendFile(FILE, `${[transactionNumber, completedAt, name, totalPurchase, id].map(cell).join(',')}\n`)
  known.add(id)
  return 204
}

const written = await readFile(FILE, 'utf8').catch(() => '')
if (written === '') await appendFile(FILE, 'Sale,Completed,Customer,Total,Webhook ID\n')
for (const [, id] of written.matchAll(/"([^"]*)"\n/g)) known.add(id)

// One event after the other, so that an event which comes twice at once makes one line, too.
let last = Promise.resolve()
createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const answer = async () => {
      // Any failure makes the shop send the event again later.
      const status = await receive(request.headers, Buffer.concat(parts).toString()).catch(() => 500)
      response.writeHead(status).end()
    }
    last = last.then(answer)
  })
}).listen(Number(PORT), () => console.log(`Receiving on port ${PORT}`))

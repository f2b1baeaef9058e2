// Proves that the events of a record arrive in the order of its changes, each at least once, whatever the receiver does
// and however many servers send: after any sequence of changes, failures, pauses and killed servers.
import { asc, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { startReceiver } from '../../../tests/support/receiver.ts'
import { connect } from '../../db/client.ts'
import { event } from '../../db/schema/events.ts'
import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import { distributeEvents } from './distribution.operations.ts'
import { sendDueDeliveries } from './sending.operations.ts'

const receiver = await startReceiver()
const { db, url, as } = await testApp({ network: receiver.network })
const servers = [1, 2].map(() => connect(url, 3))
afterAll(async () => {
  await Promise.all(servers.map(({ pool }) => pool.end()))
  await receiver.close()
})

const entities = ['location', 'item'] as const
type Step =
  | { kind: 'change'; entity: (typeof entities)[number]; id: number | null }
  /** The receiver refuses this many of the next requests. */
  | { kind: 'break'; requests: number; manner: 'answers' | 'breaks off' }
  | { kind: 'send'; servers: number; minutes: number }
  /** A server has claimed the first waiting delivery and is killed. */
  | { kind: 'kill' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      entity: fc.constantFrom(...entities),
      id: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('break' as const),
      requests: fc.integer({ min: 1, max: 4 }),
      manner: fc.constantFrom('answers' as const, 'breaks off' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      servers: fc.integer({ min: 1, max: 2 }),
      minutes: fc.integer({ min: 0, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' as const }) },
)

/** The requests that the receiver got, each with whether it accepted it. */
type Seen = { messageID: string; accepted: boolean }

async function run(steps: readonly Step[]): Promise<{ seen: Seen[] }> {
  const seen: Seen[] = []
  let broken = { requests: 0, manner: 'answers' as 'answers' | 'breaks off' }
  receiver.state.reply = (response, { headers }) => {
    const accepted = broken.requests-- <= 0
    seen.push({ messageID: String(headers['webhook-id']), accepted })
    if (accepted) response.writeHead(204).end()
    else if (broken.manner === 'answers') response.writeHead(500).end()
    else response.socket!.destroy()
  }
  let clock = Date.now()
  const send = (count: number) =>
    Promise.all(
      servers.slice(0, count).map(async ({ db: own }) => {
        await distributeEvents(own, new Date(clock))
        const how = { db: own, network: receiver.network, signal: new AbortController().signal }
        await sendDueDeliveries({ ...how, now: () => new Date(clock) }, webhookID)
      }),
    )
  await db.delete(webhook)
  const { webhookID } = (
    await as(1)('POST', '/api/v1/webhooks', {
      webhookName: 'Books',
      address: receiver.url,
      events: ['location.changed', 'item.changed'],
    })
  ).body.data
  for (const one of steps) {
    if (one.kind === 'change')
      await db.insert(event).values({ type: `${one.entity}.changed`, entity: one.entity, entityID: one.id })
    if (one.kind === 'break') broken = one
    if (one.kind === 'kill')
      await db.execute(sql`update webhook_delivery set claimed_at = ${new Date(clock).toISOString()}, attempts = attempts + 1
        where delivery_id = (select min(delivery_id) from webhook_delivery where state = 'waiting')`)
    if (one.kind === 'send') {
      await send(one.servers)
      clock += one.minutes * 60_000
    }
  }
  broken = { requests: 0, manner: 'answers' }
  for (let round = 0; round < 4; round++) {
    clock += 16 * 60_000 + 24 * 3_600_000
    await send(2)
  }
  return { seen }
}

type Subject = { entity: string; entityID: number | null }
/** Whether two events can be about one record. An event without a key is about many. */
const isSameRecord = (one: Subject, other: Subject) =>
  one.entity === other.entity && (one.entityID === other.entityID || one.entityID === null || other.entityID === null)

test('the events of a record arrive in order, and each of them arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { seen } = await run(steps)
      const deliveries = await db.select().from(webhookDelivery).orderBy(asc(webhookDelivery.eventID))
      const changes = steps.flatMap((one) => (one.kind === 'change' ? [[one.entity, one.id]] : []))
      expect(deliveries.map(({ entity, entityID }) => [entity, entityID])).toEqual(changes)
      const accepted = (messageID: string) => seen.findIndex((one) => one.messageID === messageID && one.accepted)
      for (const [n, one] of deliveries.entries()) {
        expect(accepted(one.messageID), 'every event arrives').toBeGreaterThanOrEqual(0)
        const firstTry = seen.findIndex(({ messageID }) => messageID === one.messageID)
        const before = deliveries.slice(0, n).filter((earlier) => isSameRecord(earlier, one))
        const last = Math.max(-1, ...before.map(({ messageID }) => accepted(messageID)))
        expect(last, 'no event is overtaken').toBeLessThan(firstTry)
      }
    }),
    { numRuns: 30 },
  )
}, 120_000)

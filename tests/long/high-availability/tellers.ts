import { setTimeout as sleep } from 'node:timers/promises'

import { v7 } from 'uuid'

import { until } from '../../support/server.ts'
import { client } from '../busy-people.ts'

/** A sale that a teller has sent. `answeredAt` is undefined until the shop has answered it. */
type Sent = { key: string; tries: number; firstAt: number; answeredAt?: number; id?: number; refused?: boolean }

/**
 * Simulates tellers who sell one ring after the other. Each stays with one of the balancers `urls`, and each sale has a
 * client key of its own. A sale without an answer, or with 503, is sent again with the same key. `scarce` is an item
 * that sells out, so that a sale of it may be refused.
 */
export function tellers(urls: string[], token: string, { count, plenty, scarce }: TellerOptions) {
  const clients = urls.map((url) => client({ url }, token))
  const sent: Sent[] = []
  const unexpected: string[] = []
  // HAProxy's own 502, 503 and 504 are no JSON, so they count as unanswered.
  const calls = { made: 0, unanswered: 0, busy: 0 }
  const over = new AbortController()
  let resumed = Promise.resolve()
  let resume = () => {}
  let selling = 0

  async function sell(call: (typeof clients)[number], n: number) {
    const itemID = n % 10 === 9 ? scarce : plenty
    const sale: Sent = { key: v7(), tries: 0, firstAt: performance.now() }
    sent.push(sale)
    const body = {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 1000 }],
      complete: true,
      clientKey: sale.key,
    }
    for (; ; await sleep(100)) {
      sale.tries++
      calls.made++
      const { status, data } = await call('POST', '/api/v2/sales', body)
      if (status === 0) calls.unanswered++
      else if (status === 503) calls.busy++
      else {
        sale.answeredAt = performance.now()
        if (status === 200 || status === 201) sale.id = data['salesTransactionID']!
        else if (status === 409 && itemID === scarce) sale.refused = true
        else unexpected.push(`${sale.key}: ${status}`)
        return
      }
    }
  }

  const working = Promise.all(
    Array.from({ length: count }, async (_, teller) => {
      for (let n = teller; !over.signal.aborted; n++) {
        await resumed
        selling++
        await sell(clients[teller % clients.length]!, n)
        selling--
      }
    }),
  )

  return {
    sent,
    calls,
    unexpected,
    /** Returns the sales that the shop has confirmed. */
    confirmed: () => sent.filter(({ id }) => id !== undefined),
    /** Stops new sales until `goOn` is called. Resolves when each sale that was sent has its answer. */
    async pause() {
      ;({ promise: resumed, resolve: resume } = Promise.withResolvers<void>())
      await until(() => selling === 0, 120_000)
    },
    goOn: () => resume(),
    /** Resolves when each sale that was sent has its answer. */
    async finish() {
      over.abort()
      resume()
      await working
    },
  }
}

type TellerOptions = { count: number; plenty: number; scarce: number }

/** Returns the longest time in milliseconds between two answers after `from`, until now. */
export function longestSilence(sent: readonly Sent[], from: number): number {
  const times = [from, ...sent.flatMap(({ answeredAt }) => answeredAt ?? []).filter((at) => at > from)]
  const sorted = times.toSorted((one, other) => one - other)
  return Math.max(...sorted.map((at, n) => (sorted[n + 1] ?? performance.now()) - at))
}

// Proves that an overloaded server refuses calls, and that a start does not count as overload.
import { setImmediate } from 'node:timers/promises'

import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { registerErrorHandler } from './errors.ts'
import { registerLoadShedding } from './load-shedding.ts'

/** Blocks the event loop three times, as too much work does, and returns the response after each time. */
async function overload(grace: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await registerLoadShedding(app, grace)
  registerErrorHandler(app)
  app.get('/', () => 'served')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const responses = []
  for (let round = 0; round < 3; round++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)
    await setImmediate()
    responses.push(await app.inject('/'))
  }
  return responses
}

test('an overloaded server refuses calls, but not while it starts', async () => {
  const refused = (await overload(0)).filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { statusCode, headers, json } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect(json()).toMatchObject({ success: false, code: 'server.busy' })
  }
  expect((await overload(60_000)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

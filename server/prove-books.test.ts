// Proves that the nightly proof of the books is on record, and that administrators find wrong books in the failed work.
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { testApp } from '../tests/support/fixtures.ts'
import { stockItem } from '../tests/support/stocked.ts'
import { bossIn } from './jobs/boss.ts'
import { startJobs } from './jobs/run.ts'
import { proveBooksByNight } from './prove-books.ts'
import { serverWork } from './scheduled-work.ts'

const { db, as } = await testApp()
const system = async () => (await as(1)('GET', '/api/v1/system')).body.data

test('right books are on record', async () => {
  await stockItem(db, { quantity: 3 })
  await proveBooksByNight({ db })
  expect((await system()).verify).toMatchObject({
    result: 'succeeded',
    detail: 'The books are right: 1 movement, 0 sales, 0 money entries',
  })
})

test('wrong books are failed work', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    await tx.execute(sql`update inventory set quantity = 4`)
  })
  const sentence = '1 contradiction. The first: Inventory 1 has 4 on hand, but its ledger adds up to 3'
  const { name, run } = serverWork.find((one) => one.name === 'books')!
  const stop = startJobs({
    db,
    log: { error() {} },
    sendMail: async () => {},
    sendWebhook: async () => {},
    scheduled: [{ name, cron: '0 0 1 1 *', run: (signal) => run({ db, store: null!, signal }) }],
    pollingInterval: 0.5,
  })
  await bossIn(db).send('scheduled', { name }, { singletonKey: name, retryLimit: 0 })
  await vi.waitUntil(async () => (await system()).failedJobs.length > 0, { timeout: 20_000 })
  await stop()
  expect(await system()).toMatchObject({
    verify: { result: 'failed', detail: sentence },
    failedJobs: [
      { queue: 'scheduled', key: 'books', what: 'Proof of the books', reason: `The books are not right: ${sentence}` },
    ],
  })
})

// `npm run bench:customer-display` measures how long the customer's display takes to follow the till in Chromium: from the
// moment at which the till shows a new total until the display shows it, while pieces are scanned. Exits 1 where a hundredth
// of them takes longer than wanted.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { connect } from '../../server/db/client.ts'
import { openSession } from '../../server/http/session.ts'
import { percentile } from './load.ts'
import { type Place, withOwnPlace } from './own-shop.ts'
import { fill } from './sale-seed.ts'
import { startServer } from './shop-server.ts'
import { launchBrowser, openSignedIn } from './signed-in.ts'
import { ms, table, whole } from './tables.ts'

const scans = 100
/** Milliseconds between two scans, and the most until the display follows. */
const [pause, mostBehind] = [400, 100]

/** Runs in the page. Keeps the moment at which each amount first stands on it, by the clock that both windows share. */
function watchAmounts() {
  const seen: Record<string, number> = {}
  Object.assign(window, { seen })
  const look = () => {
    const now = performance.timeOrigin + performance.now()
    for (const [amount] of document.body.textContent.matchAll(/₱[\d,]+\.\d\d/g)) seen[amount] ??= now
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
}

const readSeen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen) // The script above sets it.

async function measure({ folder, newShop }: Place) {
  const url = await newShop(fill)
  const server = await startServer(url, folder)
  const { db, pool } = connect(url, 2)
  const token = await openSession(db, 1, 'till')
  await pool.end()
  const browser = await launchBrowser()
  try {
    const { page: till } = await openSignedIn(browser, server, token)
    await till.goto('/sales?create=1')
    const scan = till.getByLabel('Scan a barcode')
    await scan.waitFor()
    const [display] = await Promise.all([
      till.waitForEvent('popup'),
      till.getByRole('button', { name: 'Customer’s display' }).click(),
    ])
    await display.getByRole('heading', { level: 1 }).waitFor()
    for (const page of [till, display]) await page.evaluate(watchAmounts)
    await till.bringToFront()
    for (let n = 1; n <= scans; n++) {
      await scan.fill(`RG-${n}`)
      await scan.press('Enter')
      await sleep(pause)
    }
    await sleep(1000)
    const [atTill, atDisplay] = [await readSeen(till), await readSeen(display)]
    // Each total is new. The price of a piece is the same all the time, and counts once.
    const behind = Object.entries(atTill).map(([amount, at]) => (atDisplay[amount] ?? Number.POSITIVE_INFINITY) - at)
    console.log(`${scans} scans, load ${loadavg()[0]!.toFixed(1)}`)
    console.log(
      table(
        ['Until the display follows', 'number', 'p50 ms', 'p99 ms', 'slowest ms', 'target ms'],
        [
          [
            'a new total at the till',
            whole(behind.length),
            ms(percentile(behind, 0.5)),
            ms(percentile(behind, 0.99)),
            ms(Math.max(...behind)),
            `≤ ${mostBehind}`,
          ],
        ],
      ),
    )
    if (percentile(behind, 0.99) > mostBehind) process.exitCode = 1
  } finally {
    await browser.close()
    await server.close()
  }
}

await withOwnPlace(measure)

import type { Browser } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { LiveRow } from '../../contract/live/lives.ts'
import type { Account } from '../../contract/people/account.ts'
import { api, newAccount, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// The journeys of lives share these steps.

type Types = { data: { transactionTypeID: number }[] }

type Planned = { grams?: number; price?: number; quantity?: number }

/** Plans and starts a live of these pieces in their order. There is one of each, unless a quantity says otherwise. */
export async function startLive(account: Account | null, pieces: readonly Planned[], over: object = {}) {
  const types = await api<Types>(account, 'GET', '/api/v3/transaction/transaction-types?search=Live%20selling')
  const now = Date.now()
  const made = await api<{ data: LiveRow }>(account, 'POST', '/api/v1/lives', {
    liveName: unique('Friday live'),
    platforms: ['Facebook'],
    plannedStart: new Date(now).toISOString(),
    expectedEnd: new Date(now + 3 * 3_600_000).toISOString(),
    locationID: 1,
    transactionTypeID: types.data[0]!.transactionTypeID,
    ...over,
  })
  const { liveID, updatedAt } = made.data
  const [items, planned] = [[] as ItemRow[], [] as object[]]
  for (const { quantity = 1, ...piece } of pieces) {
    const item = await createItem(account, { itemName: unique('Ring'), ...atMain, quantity, ...piece })
    items.push(item)
    planned.push({ itemID: item.itemID, quantity })
  }
  await api(account, 'PUT', `/api/v1/lives/${liveID}/pieces`, { pieces: planned, updatedAt })
  await api(account, 'PUT', `/api/v1/lives/${liveID}/start`)
  return { liveID, items }
}

/** Opens the console of a live as another person of the staff, in a browser of their own. */
export async function openAsAnother(
  browser: Browser,
  liveID: number,
  url: string,
  viewport = { width: 1440, height: 900 },
) {
  const account = await newAccount(3)
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport,
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'account', value: JSON.stringify(account) }] }],
    },
  })
  const page = await context.newPage()
  await page.goto(`${url}/live?id=${liveID}`)
  return { page, context, account }
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import { screens } from '../../contract/shared/screens.ts'
import { api } from '../support/journeys.ts'
import type { Page } from './page.ts'
import { approvedOrder } from './rows.ts'

/** Stores screenshots of the main pages on a phone and on a desktop for review: ENGINE_PICTURES=folder. */
export async function keepPictures(page: Page, account: Account, folder: string) {
  await mkdir(folder, { recursive: true })
  const [piece] = (await api<{ data: ItemRow[] }>(account, 'GET', '/api/v1/items?pageSize=1')).data
  const poID = await approvedOrder(account, piece!.itemID)
  const pages: { name: string; path: string; isPublic?: true; prepare?: () => Promise<void> }[] = [
    { name: 'sign-in', path: screens.login, isPublic: true },
    { name: 'home', path: '/', isPublic: true },
    { name: 'home-ja', path: '/ja', isPublic: true },
    { name: 'shop', path: '/shop', isPublic: true },
    { name: 'piece', path: `/shop/${piece!.itemID}`, isPublic: true },
    { name: 'dashboard', path: screens.dashboard },
    { name: 'items', path: screens.items },
    {
      name: 'item-form',
      path: screens.items,
      prepare: async () => {
        await page.click({ role: 'button', name: '+ Create Item' })
        await page.see({ role: 'form', name: 'Create Item' })
      },
    },
    { name: 'till', path: `${screens.sales}?create=1` },
    {
      name: 'receiving',
      path: `${screens.purchaseOrders}?id=${poID}`,
      prepare: async () => {
        await page.click({ role: 'button', name: 'Receive' })
        await page.see({ role: 'form', name: 'Create Purchase Order Receiving' })
      },
    },
    { name: 'analytics', path: screens.analytics },
  ]
  for (const [width, height] of [
    [390, 844],
    [1440, 1000],
  ] as const) {
    await page.resize(width, height)
    for (const isPublic of [true, false]) {
      await page.become(isPublic ? null : account)
      for (const { name, path, prepare } of pages.filter((one) => (one.isPublic ?? false) === isPublic)) {
        if (isPublic && path !== screens.login) await page.openPublic(path)
        else await page.open(path)
        await prepare?.()
        await settle(page)
        await writeFile(join(folder, `${name}-${width}.png`), await page.picture())
      }
    }
  }
}

/** Waits until the page has loaded its fonts, pictures and data. */
async function settle(page: Page) {
  await page.eventually(async () => {
    const isWaiting = await page.evaluate(
      () =>
        document.fonts.status !== 'loaded' ||
        document.querySelector('[aria-busy="true"], .column-chart:empty') !== null ||
        document.body.innerText.includes('Loading...') ||
        !document.querySelector('h1, h2'),
      null,
    )
    if (isWaiting) throw new Error('The page is not all there')
  })
  await page.settle()
}

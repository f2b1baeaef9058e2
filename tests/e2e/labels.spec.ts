import { readFile } from 'node:fs/promises'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import { locateLabel, labelStocks } from '../../contract/catalogue/label-stocks.ts'
import { pagesOf, scan, within } from '../support/drawn-codes.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { createItem, scanAstray } from './steps.ts'

type Page<T> = { data: T[] }

test('received goods get one label a piece, and a scanned label finds its item', async ({ page, account }) => {
  const { itemName } = await createItem(account)
  const other = await createItem(account)
  const found = async (name: string) =>
    (await api<Page<ItemRow>>(account, 'GET', `/api/v1/items?search=${encodeURIComponent(name)}`)).data[0]!
  const [ring, second] = [await found(itemName), await found(other.itemName)]
  const { data: receiving } = await api<{ data: { poReceivingID: number } }>(account, 'POST', '/api/v2/po-receiving', {
    referenceNumber: unique('DR'),
    receivedDate: '2026-11-20',
    status: 'Completed',
    items: [
      { itemID: ring.itemID, uom: 'PCS', receivedQty: 2, unitCost: 600 },
      { itemID: second.itemID, uom: 'PCS', receivedQty: 1, unitCost: 600 },
    ],
  })

  await page.goto(`/po-receiving?id=${receiving.poReceivingID}`)
  await page.getByRole('button', { name: 'Print Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(dialog.getByText('3 labels on 1 sheet')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'The first label' })).toContainText(itemName.slice(0, 8))
  await axe(page)
  await dialog.getByLabel('First free label').fill('66')
  await expect(dialog.getByText('Error: The sheet has 65 labels')).toBeVisible()
  await dialog.getByLabel('First free label').fill('64')
  await expect(dialog.getByText('3 labels on 2 sheets')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make PDF' }).click()
  const pages = pagesOf(await readFile(await (await download).path()))
  expect(pages).toHaveLength(2)
  const stock = labelStocks['sheet-65']
  const place = { ...locateLabel(stock, 63), ...stock.label }
  const { text } = scan(within(pages[0]!.bars, place), place)

  // Esc closes only the labels, not the panel below.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog', { name: /^Purchase Order Receiving no/ })).toBeVisible()

  await page.goto('/items')
  await expect(page.getByRole('table', { name: 'Items' })).toBeVisible()
  await scanAstray(page, text)
  await expect(page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })).toContainText(itemName)
})

test('items without a possible label are named, and the others are printed', async ({ page, account }) => {
  const name = unique('Bangle')
  const made = async (fields: object) =>
    createItem(account, { itemName: `${name} ${JSON.stringify(fields)}`, ...fields })
  await made({ barcode: '4548736133921' })
  await made({ barcode: unique('B') })
  await page.goto(`/items?search=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await page.getByRole('button', { name: 'Print Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(dialog.getByText('2 labels on 1 sheet')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Code' }).click()
  await page.getByRole('option', { name: 'EAN-13' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'One item is left out:' })).toContainText(
    'does not have the 13 digits',
  )
  await expect(dialog.getByText('1 label on 1 sheet')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make PDF' }).click()
  expect((await download).suggestedFilename()).toBe('labels.pdf')
  await expect(page.getByText('1 label in labels.pdf')).toBeVisible()
})

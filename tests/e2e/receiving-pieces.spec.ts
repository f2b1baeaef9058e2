import type { Page } from '@playwright/test'

import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import type { PieceRow } from '../../contract/stock/pieces.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { createItem, form, okay, scanAstray } from './steps.ts'

// A delivery of an item that is kept by piece: a scanner fills its pieces one after the other, weights and certificates are
// typed, and their tags are offered at the end.

/** Creates an item that is kept by piece, without stock. */
async function givenItem(account: Account | null): Promise<ItemRow> {
  const item = await createItem(account, { grams: 3 })
  await api(account, 'PUT', `/api/v1/items/${item.itemID}/pieces`, { pieces: [] })
  return item
}
const piecesOf = async (account: Account | null, { itemID }: ItemRow) =>
  (await api<{ data: PieceRow[] }>(account, 'GET', `/api/v1/pieces?itemID=${itemID}&sort=serial`)).data
const tagged = () => unique('T').replaceAll(' ', '')
const create = (page: Page) => form(page, 'Create Purchase Order Receiving')

async function openForm(page: Page, item: ItemRow) {
  await page.goto('/po-receiving')
  await page.getByRole('button', { name: '+ Create Purchase Order Receiving' }).first().click()
  await create(page).getByLabel('Reference number').fill('DR-7')
  await create(page).getByLabel('Scan a barcode').focus()
  await scanAstray(page, item.itemCode)
  await expect(create(page).getByText(`${item.itemName} added`)).toBeVisible()
  return create(page).getByRole('group', { name: `Pieces of ${item.itemName}` })
}

test.use({ role: 2, allow: [/409/] })

test('scans fill the pieces of a delivery, which arrive with numbers of their own and their tags', async ({
  page,
  account,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const item = await givenItem(account)
  const [first, second] = [tagged(), tagged()]
  const rows = await openForm(page, item)
  await expect(rows.getByText(`${item.itemCode}-001`)).toBeVisible()
  await scanAstray(page, first)
  await expect(create(page).getByText(`Piece 1 of ${item.itemName}: ${first}`)).toBeVisible()
  // All pieces have a barcode, so one more comes.
  await scanAstray(page, second)
  await expect(create(page).getByLabel(`Received quantity of ${item.itemName}`)).toHaveValue('2')
  await expect(rows.getByLabel(`Barcode of piece 2 of ${item.itemName}`)).toHaveValue(second)
  await scanAstray(page, first)
  await expect(create(page).getByText(`The barcode ${first} is entered already`)).toBeVisible()

  // Enter moves to the same field of the next piece.
  const weight = (piece: number) => rows.getByLabel(`Weight of piece ${piece} of ${item.itemName}`, { exact: true })
  await weight(1).fill('3.21')
  await page.keyboard.press('Enter')
  await expect(weight(2)).toBeFocused()
  await rows.getByLabel(`Net weight of piece 2 of ${item.itemName}`).fill('3.5')
  await expect(create(page).getByText('Piece 2: it weighs 3.00 g with its stones')).toBeVisible()
  await axe(page)
  await rows.getByLabel(`Net weight of piece 2 of ${item.itemName}`).fill('2.9')
  const certificate = (piece: number) => rows.getByLabel(`Certificate of piece ${piece} of ${item.itemName}`)
  await certificate(1).fill(first)
  await certificate(2).fill(first)
  await create(page).getByRole('button', { name: 'Complete' }).hover()
  await expect(create(page).getByRole('button', { name: 'Complete' })).toHaveAccessibleDescription(
    new RegExp(`The certificate ${first} is entered for two pieces`),
  )
  await certificate(2).fill('')
  await rows.getByLabel(`Laboratory of piece 1 of ${item.itemName}`).fill('GIA')
  // Fewer come than are entered.
  await create(page).getByLabel(`Received quantity of ${item.itemName}`).fill('1')
  await expect(create(page).getByText(`1 of ${item.itemName} comes, but 2 pieces are entered`)).toBeVisible()
  await create(page).getByLabel(`Received quantity of ${item.itemName}`).fill('2')

  await create(page).getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog', { name: 'Complete this receiving?' }).getByRole('button', { name: 'Complete' }).click()
  const done = page.getByRole('dialog', { name: 'Purchase Order Receiving Completed!' })
  await done.getByRole('button', { name: 'Print Labels' }).click()
  await expect(page.getByRole('dialog', { name: 'Print Labels' }).getByText(/^2 labels/)).toBeVisible()
  await page.getByRole('dialog', { name: 'Print Labels' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: `${item.itemCode}-002` })).toBeVisible()
  await axe(page)
  expect(await piecesOf(account, item)).toMatchObject([
    { number: `${item.itemCode}-001`, barcode: first, grams: 3.21, certificateNumber: first, laboratory: 'GIA' },
    { number: `${item.itemCode}-002`, barcode: second, netGrams: 2.9, certificateNumber: null },
  ])
})

test('on a phone, a barcode that the shop has is refused, and a saved delivery keeps its pieces', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const item = await givenItem(account)
  const code = tagged()
  await api(account, 'POST', '/api/v2/po-receiving', {
    referenceNumber: 'DR-6',
    receivedDate: new Date().toISOString().slice(0, 10),
    locationID: 1,
    status: 'Completed',
    items: [{ itemID: item.itemID, uom: 'PCS', receivedQty: 1, unitCost: 500, pieces: [{ barcode: code }] }],
  })
  const rows = await openForm(page, item)
  await scanAstray(page, code)
  await expect(create(page).getByText(`${item.itemCode}-001 has the code ${code} already`)).toBeVisible()
  // Typed into the field, the server refuses it.
  const barcode = rows.getByLabel(`Barcode of piece 1 of ${item.itemName}`)
  await barcode.fill(code)
  await create(page).getByRole('button', { name: 'Save' }).click()
  await expect(create(page).getByText(`${item.itemCode}-001 has the code ${code} already`).last()).toBeVisible()
  const other = tagged()
  await barcode.fill(other)
  await rows.getByLabel(`Note of piece 1 of ${item.itemName}`).fill('A dent')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await axe(page)
  await create(page).getByRole('button', { name: 'Save' }).click()
  await okay(page, 'Purchase Order Receiving Created!')
  await page.goto('/po-receiving?search=DR-7&status=Pending')
  await page
    .getByRole('button', { name: /^Edit receiving/ })
    .first()
    .click()
  await expect(page.getByLabel(`Barcode of piece 1 of ${item.itemName}`)).toHaveValue(other)
  await expect(page.getByLabel(`Note of piece 1 of ${item.itemName}`)).toHaveValue('A dent')
  await page.getByRole('button', { name: `Delete piece 1 of ${item.itemName}` }).click()
  await expect(page.getByText('Not arrived')).toBeVisible()
})

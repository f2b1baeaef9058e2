import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { InventoryAdjustmentRow } from '../../contract/stock/inventory-adjustments.ts'
import type { InventoryRow } from '../../contract/stock/inventory.ts'
import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { choose, createItem, form, okay, row } from './steps.ts'

/** Creates an item with stock at Main, and one pending adjustment of it for each quantity. */
async function asked(account: Account | null, over: { quantity?: number; uom?: string }, ...quantities: number[]) {
  const { itemName } = await createItem(account, { quantity: 10, ...over })
  const list = `/api/v1/inventory?search=${encodeURIComponent(itemName)}`
  const [stock] = (await api<{ data: InventoryRow[] }>(account, 'GET', list)).data
  const ids: number[] = []
  for (const quantityAdjusted of quantities) {
    const body = { inventoryID: stock!.inventoryID, adjustmentReasonID: 1, quantityAdjusted }
    const path = '/api/v1/inventory-adjustment'
    ids.push((await api<{ data: InventoryAdjustmentRow }>(account, 'POST', path, body)).data.adjustmentID)
  }
  return { itemName, stock: stock!, ids }
}

const list = (itemName: string) => `/inventory-adjustment?search=${encodeURIComponent(itemName)}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Confirms the question before a decision, after checking its text. */
async function answer(page: Page, title: string, says: string, button: 'Approve' | 'Decline' | 'Cancel') {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(says)
  await dialog.getByRole('button', { name: button }).click()
}

test.describe('staff', () => {
  test.use({ role: 3, allow: [/400 \(Bad Request\)/] })
  test('a piece counted in pairs is never halved', async ({ page, account }) => {
    const { itemName } = await asked(account, { uom: 'PAIR' })
    await page.goto('/inventory-adjustment')
    await page.getByRole('button', { name: '+ Create Inventory Adjustment' }).first().click()
    const create = form(page, 'Create Inventory Adjustment')
    await choose(page, create, 'Inventory item', itemName)
    await choose(page, create, 'Adjustment reason', 'Lost')
    await create.getByLabel('Quantity adjusted').fill('1.5')
    await page.keyboard.press('Control+s')
    await expect(create.getByText(`${itemName} is counted in whole pairs`)).toBeVisible()
  })

  test('request an adjustment: invalid at first, then valid, then edited', async ({ page, account }) => {
    const { itemName } = await asked(account, {})
    await page.goto('/inventory')
    await page
      .getByRole('navigation', { name: 'Back-office' })
      .getByRole('link', { name: 'Inventory Adjustment' })
      .click()
    await expect(page.getByRole('heading', { name: 'Inventory Adjustment' })).toBeVisible()
    await page.getByRole('button', { name: '+ Create Inventory Adjustment' }).first().click()
    const create = form(page, 'Create Inventory Adjustment')
    await choose(page, create, 'Inventory item', itemName)
    await choose(page, create, 'Adjustment reason', 'Lost')
    await create.getByLabel('Quantity adjusted').fill('0')
    await expect(create.getByText('An adjustment of zero changes nothing', { exact: true })).toBeVisible()
    await create.getByLabel('Quantity adjusted').fill('-2.5')
    await expect(create).toContainText('Stock now10Afterwards7.5')
    await page.keyboard.press('Control+s')
    await expect(create.getByText(`${itemName} is counted in whole pieces`)).toBeVisible()
    await axe(page)
    await create.getByLabel('Quantity adjusted').fill('-12')
    await expect(create).toContainText('Afterwards−2There is not that much in stock')
    await create.getByLabel('Quantity adjusted').fill('-2')
    await create.getByRole('button', { name: 'Create Adjustment' }).click()
    await okay(page, 'Inventory Adjustment Created!')

    await page.goto(list(itemName))
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Adjustment Reason',
      'Inventory Item',
      'Quantity Adjusted',
      'Status',
      'Action',
    ])
    await expect(row(page, itemName)).toContainText(`Lost${itemName}Main−2Pending`)
    await expect(row(page, itemName).getByRole('button')).toHaveCount(1)
    await row(page, itemName)
      .getByRole('button', { name: /^Edit adjustment \d+$/ })
      .click()
    const edit = form(page, 'Edit Inventory Adjustment')
    await choose(page, edit, 'Adjustment reason', 'Damaged')
    await edit.getByLabel('Quantity adjusted').fill('-3')
    await edit.getByRole('button', { name: 'Update Adjustment' }).click()
    await okay(page, 'Adjustment Updated!')
    await expect(row(page, itemName)).toContainText(`Damaged${itemName}Main−3Pending`)
  })

  test('see the pending adjustment, and request one from the stock and its ledger', async ({ page, account }) => {
    const { itemName } = await asked(account, {}, -3)
    await page.goto(list(itemName))
    await row(page, itemName).press('Enter')
    const details = page.getByRole('dialog', { name: /^Inventory Adjustment \d+$/ })
    await expect(details).toContainText(`Requested by${account!.name}`)
    await expect(details).toContainText('Stock now10Afterwards7')
    await expect(details).toContainText('It waits for an administrator')
    await expect(details.getByRole('button', { name: 'Approve' })).toBeHidden()
    // Wait for the shop's brand, which a separate call loads.
    await expect(page.locator('.brand')).not.toBeEmpty()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()

    await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
    await press(page, `Adjust Inventory of ${itemName} at Main`)
    const adjust = form(page, 'Adjust Inventory')
    await expect(adjust).toContainText(`${itemName}Main, On hand`)
    await expect(adjust.getByRole('combobox', { name: 'Inventory item' })).toBeHidden()
    await choose(page, adjust, 'Adjustment reason', 'Found')
    await adjust.getByLabel('Quantity adjusted').fill('+4')
    await expect(adjust).toContainText('Stock now10Afterwards14')
    await page.keyboard.press('Control+s')
    await okay(page, 'Adjustment Created!')
    await row(page, itemName)
      .getByRole('cell', { name: new RegExp(`^${itemName}`) })
      .click()
    await press(page, 'Adjust Inventory')
    await expect(form(page, 'Adjust Inventory')).toContainText('Stock now10Afterwards–')
    await form(page, 'Adjust Inventory').getByRole('button', { name: 'Cancel' }).click()
    await expect(form(page, 'Adjust Inventory')).toBeHidden()
    await page.goto(list(itemName))
    await expect(page.getByRole('table', { name: 'Inventory Adjustments' }).locator('tbody tr')).toHaveCount(2)
  })
})

test.describe('an administrator', () => {
  test.use({ allow: [/409 \(Conflict\)/] })
  test('approves, declines, and cancels a decision', async ({ page }) => {
    const clerk = await newAccount(3)
    const { itemName, ids } = await asked(clerk, {}, -3, 5, 7)
    const [less, more, third] = ids as [number, number, number]
    await page.goto(list(itemName))
    const adjustment = (id: number) =>
      page.getByRole('row').filter({ has: page.getByRole('cell', { name: `${id}`, exact: true }) })
    await press(page, `Approve adjustment ${less}`)
    await answer(
      page,
      `Approve adjustment ${less}?`,
      `${itemName} at Main: −3 (Damaged).\nStock now: 10. Afterwards: 7.`,
      'Cancel',
    )
    await okay(page, 'Approval Canceled')
    await expect(adjustment(less)).toContainText('Pending')
    await press(page, `Approve adjustment ${less}`)
    await answer(page, `Approve adjustment ${less}?`, 'Afterwards: 7.', 'Approve')
    await okay(page, 'Adjustment Approved')
    await expect(adjustment(less)).toContainText('Completed')
    await expect(adjustment(less).locator('.st')).toHaveClass('st green')

    await press(page, `Decline adjustment ${more}`)
    await answer(page, `Decline adjustment ${more}?`, 'The stock stays as it is.', 'Cancel')
    await okay(page, 'Decline Canceled')
    await press(page, `Decline adjustment ${more}`)
    await answer(page, `Decline adjustment ${more}?`, '+5', 'Decline')
    await okay(page, 'Adjustment Declined')
    await expect(adjustment(more).locator('.st')).toHaveClass('st red')
    await expect(adjustment(third).locator('.st')).toHaveClass('st orange')
    await axe(page)
  })

  test('edits and declines in the panel', async ({ page }) => {
    const clerk = await newAccount(3)
    const { itemName, ids } = await asked(clerk, {}, -3)
    await page.goto(list(itemName))
    await row(page, itemName).press('Enter')
    const details = page.getByRole('dialog', { name: `Inventory Adjustment ${ids[0]}` })
    await details.getByRole('button', { name: 'Edit' }).click()
    const edit = form(page, 'Edit Inventory Adjustment')
    await edit.getByLabel('Quantity adjusted').fill('-4')
    await edit.getByRole('button', { name: 'Update Adjustment' }).click()
    await okay(page, 'Adjustment Updated!')
    await row(page, itemName).press('Enter')
    await expect(details).toContainText('Quantity adjusted−4')
    await details.getByRole('button', { name: 'Decline' }).click()
    await answer(page, `Decline adjustment ${ids[0]}?`, '−4', 'Decline')
    await okay(page, 'Adjustment Declined')
    await expect(details).toContainText('It was declined: it cannot be changed any more.')
    await details.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, itemName)).toContainText('Rejected')
  })

  test('sees why an adjustment can no longer be approved or declined', async ({ page, account }) => {
    const clerk = await newAccount(3)
    const { itemName, ids } = await asked(clerk, {}, -20)
    const most = ids[0]!
    await page.goto(list(itemName))
    await press(page, `Approve adjustment ${most}`)
    await answer(page, `Approve adjustment ${most}?`, 'There is not that much in stock', 'Approve')
    const failed = page.getByRole('dialog', { name: 'Approval Failed' })
    await expect(failed).toContainText(
      `Failed to approve Adjustment ID ${most}: Only 10 of ${itemName} available at Main`,
    )
    await axe(page)
    await okay(page, 'Approval Failed')
    await expect(row(page, itemName)).toContainText('Pending')

    // Another user decided first.
    await press(page, `Decline adjustment ${most}`)
    const question = page.getByRole('dialog', { name: `Decline adjustment ${most}?` })
    await expect(question).toBeVisible()
    await api(account, 'PUT', `/api/v1/inventory-adjustment/${most}/decline`)
    // The open question says who decided, and cannot be confirmed any more.
    await expect(question.getByRole('status')).toHaveText(`${account!.name} declined this adjustment just now.`)
    await expect(question.getByRole('button', { name: 'Decline' })).toBeDisabled()
    await axe(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await okay(page, 'Decline Canceled')
  })

  test('reads a decision, and follows it to the ledger and back', async ({ page, account }) => {
    const { itemName, stock, ids } = await asked(account, {}, -3, 5)
    const less = ids[0]!
    await api(account, 'PUT', `/api/v1/inventory-adjustment/${stock.inventoryID}/approve/${less}`)
    await page.goto(`${list(itemName)}&pageSize=1`)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('2–2 of 2')).toBeVisible()
    await expect(row(page, itemName)).toContainText('−3Completed')
    await page.getByRole('combobox', { name: 'Any status' }).click()
    await page.getByRole('option', { name: 'Completed' }).click()
    await expect(page).toHaveURL(/status=Completed/)
    await press(page, `View adjustment ${less}`)
    const details = page.getByRole('dialog', { name: `Inventory Adjustment ${less}` })
    await expect(details).toContainText(`Approved by${account!.name}`)
    await expect(details).toContainText('It is approved and in the ledger of its stock: it cannot be changed any more.')
    await expect(details.getByRole('button', { name: 'Edit' })).toBeHidden()
    await details.getByRole('link', { name: 'Ledger' }).click()
    await expect(page).toHaveURL(`/inventory?id=${stock.inventoryID}`)
    const movement = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr').first()
    await expect(movement).toContainText('Adjustment')
    await expect(movement).toContainText('−37')
    await movement.getByRole('link').click()
    await expect(details).toBeVisible()
  })

  test('gets a message of a new one and decides by keyboard, and its author gets a message', async ({ page }) => {
    const clerk = await newAccount(3)
    const { itemName, ids } = await asked(clerk, { uom: 'BULK' }, 0.25)
    await page.goto('/messages')
    const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: itemName })
    await expect(message).toContainText(`asks for an adjustment: +0.25 g of ${itemName} at Main (Damaged)`)
    await message.getByRole('link').click()
    await page.getByRole('link', { name: 'Open adjustment' }).click()
    await expect(page).toHaveURL(`/inventory-adjustment?id=${ids[0]}`)
    const details = page.getByRole('dialog', { name: `Inventory Adjustment ${ids[0]}` })
    await expect(details).toContainText('Stock now10 gAfterwards10.25 g')
    await expect(details.getByRole('button', { name: 'Approve' })).toBeFocused()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: `Approve adjustment ${ids[0]}?` })
    await expect(question).toContainText('+0.25 g')
    await expect(question.getByRole('button', { name: 'Approve' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Adjustment Approved' })).toContainText(itemName)
    await page.keyboard.press('Enter')
    await expect(details).toContainText('Completed')
    const inbox = await api<{ data: { message: string }[] }>(clerk, 'GET', '/api/v1/notifications?pageSize=1')
    expect(inbox.data[0]!.message).toContain(`approved your adjustment: +0.25 g of ${itemName} at Main (Damaged)`)
  })
})

test('a message is decided where it is read, and is read in every inbox', async ({ page, account }) => {
  const clerk = await newAccount(3)
  const other = await newAccount(1)
  const { itemName } = await asked(clerk, { uom: 'BULK' }, 0.5)
  const unread = async () =>
    (await api<{ data: { message: string }[] }>(other, 'GET', '/api/v1/notifications?unread=true')).data.filter(
      ({ message }) => message.includes(itemName),
    )
  expect(await unread()).toHaveLength(1)
  expect(account).not.toBeNull()
  await page.goto('/messages')
  await page.getByRole('link', { name: itemName }).click()
  const open = page.getByRole('article')
  await expect(open.getByRole('button', { name: 'Decline' })).toBeVisible()
  await axe(page)
  await open.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: /^Approve adjustment/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await okay(page, 'Adjustment Approved')
  await expect(open.getByRole('button', { name: 'Approve' })).toBeHidden()
  await expect(open.getByRole('status')).toHaveText(/^Approved by \S.*, \d+ \w{3} \d{4}/)
  expect(await unread()).toEqual([])
})

test.describe('when the server fails', () => {
  test.use({ allow: [/500 \(Internal Server Error\)|404 \(Not Found\)/] })
  test('the forms show the error', async ({ page, account }) => {
    const { ids } = await asked(account, {}, 1)
    const failure = (message: string) => ({ status: 500, json: { success: false, message } })
    await page.goto('/inventory-adjustment?id=999999')
    await expect(page.getByText('Error: Failed to fetch adjustment data.')).toBeVisible()
    await expect(page.getByText('Inventory adjustment not found')).toBeVisible()
    const one = `**/api/v1/inventory-adjustment/${ids[0]}`
    await page.route(one, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/inventory-adjustment?id=${ids[0]}`)
    await expect(page.getByText('An error occurred while fetching the adjustment.')).toBeVisible()
    await page.unroute(one)
    await page.route('**/api/v1/adjustment-reason?*', (route) => route.fulfill(failure('Something went wrong.')))
    await page.route('**/api/v1/inventory-adjustment/*/approve/*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/inventory-adjustment')
    await page.getByRole('button', { name: '+ Create Inventory Adjustment' }).first().click()
    await expect(form(page, 'Create Inventory Adjustment').getByText('Failed to load data')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await press(page, `Approve adjustment ${ids[0]}`)
    await answer(page, `Approve adjustment ${ids[0]}?`, 'Stock now', 'Approve')
    await expect(page.getByRole('dialog', { name: 'Approval Failed' })).toContainText(
      `Failed to approve Adjustment ID ${ids[0]}: Failed to approve adjustment`,
    )
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('an adjustment is requested and decided', async ({ page, account }) => {
    const { itemName, ids } = await asked(account, {}, -1)
    await page.goto(`/inventory?search=${encodeURIComponent(itemName)}`)
    await press(page, `Adjust Inventory of ${itemName} at Main`)
    await choose(page, form(page, 'Adjust Inventory'), 'Adjustment reason', 'Lost')
    await form(page, 'Adjust Inventory').getByLabel('Quantity adjusted').fill('-2')
    await axe(page)
    await press(page, 'Create Adjustment')
    await okay(page, 'Adjustment Created!')
    await page.goto(list(itemName))
    const cards = page.getByRole('list', { name: 'Inventory Adjustments' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText('−2')
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    for (const name of ['Approve', 'Decline', 'Edit'])
      await expect(page.getByRole('button', { name: `${name} adjustment ${ids[0]}` })).toHaveText(name)
    await press(page, `Decline adjustment ${ids[0]}`)
    await answer(page, `Decline adjustment ${ids[0]}?`, '−1', 'Decline')
    await okay(page, 'Adjustment Declined')
    await expect(cards.last()).toContainText('Rejected')
  })
})

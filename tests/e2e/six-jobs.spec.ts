// Proves how many keys or taps the six commonest jobs take: with the keyboard alone at 1440 px, and by thumb at 390 px.
// docs/performance.md lists these counts beside those of version 1.0.0.
import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { drawPicture } from '../support/pictures.ts'
import { type Effort, countEffort } from './effort.ts'
import { api, expect, test, unique } from './fixtures.ts'
import { atMain, createItem, withoutStream } from './steps.ts'

type One<T> = { data: T }

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const opened = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article')

/** Opens the dashboard, where every job begins, and counts from there. */
async function beginAtDashboard(page: Page): Promise<Effort> {
  await withoutStream(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return countEffort(page)
}

/** Asserts the effort of a job. A lower count is a reason to lower the bound. */
const expectEffort = ({ count }: Effort, steps: number) => expect(count().steps).toBe(steps)

async function givenPieces(account: Account | null) {
  const ring = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  const band = await createItem(account, { ...atMain, quantity: 5, price: 234.5 })
  return { ring, band }
}

/** Creates a layaway of ₱3,000.00 whose next instalment of ₱1,000.00 is overdue. */
async function givenLayaway(account: Account | null) {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 3000 })
  const { data } = await api<One<{ salesTransactionID: number; transactionNumber: string }>>(
    account,
    'POST',
    '/api/v2/sales',
    {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID: item.itemID, orderQty: 1, price: 3000 }],
      schedule: [
        { dueDate: '2026-01-05', amount: 1000 },
        { dueDate: '2999-01-05', amount: 2000 },
      ],
    },
  )
  return data
}

/** Creates a category with an item, and returns the facts of the next one. */
async function givenCategory(account: Account | null) {
  const { categoryName, itemCode } = await createItem(account, { itemCode: `${unique('RG').replace(' ', '-')}-0148` })
  return { category: categoryName, nextCode: itemCode.replace(/0148$/, '0149'), name: unique('Emerald ring') }
}

async function givenOrder(account: Account | null) {
  const item = await createItem(account, { ...atMain, quantity: 1 })
  const supplier = await api<One<{ supplierID: number }>>(account, 'POST', '/api/v2/suppliers', {
    supplierName: unique('Kofu'),
    contactDetails: '1',
    email: 'orders@supplier.example',
  })
  const { data } = await api<One<{ poID: number; poNumber: string }>>(
    account,
    'POST',
    '/api/v2/po/purchase-order-items',
    {
      supplierID: supplier.data.supplierID,
      locationID: 1,
      orderDate: '2026-11-01',
      expectedDeliverDate: '2026-11-30',
      purchaseOrderItems: [{ itemID: item.itemID, orderQty: 4, price: 600 }],
    },
  )
  await api(account, 'PUT', `/api/v2/purchase-orders/${data.poID}/approve`)
  return data
}

async function givenQuestion(account: Account | null) {
  const { itemID } = await createItem(account, { ...atMain, quantity: 1 })
  const name = unique('Maricel')
  const email = `${name.replaceAll(' ', '-')}@mail.example`
  const question = { itemID, name, email, text: 'Is it still here?', language: 'en' }
  await api(null, 'POST', '/api/shop/questions', question)
  return name
}

/** Records the address of a mail instead of opening the mail program. */
const catchMail = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="mailto:"]') : null
      if (!link) return
      event.preventDefault()
      document.body.setAttribute('data-mail', link.getAttribute('href')!)
    }),
  )
const expectMail = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-mail', /^mailto:/)

const drawPhotos = async () =>
  Promise.all(
    ['gold', 'white'].map(async (colour) => ({
      name: `${colour}.png`,
      mimeType: 'image/png',
      buffer: await drawPicture(colour, { width: 40, height: 40 }),
    })),
  )

const isSold = (page: Page) => expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')

test.describe('at 1440 px by keyboard alone', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('sell two scanned pieces with mixed payment', async ({ page, account }) => {
    const { ring, band } = await givenPieces(account)
    const effort = await beginAtDashboard(page)
    await effort.press('Control+k', 'n', 'e', 'w', 'Enter')
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    // The till is open. The sale itself takes four keys.
    expect(effort.count().steps).toBe(5)
    await effort.scan(ring.itemCode)
    await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
    await effort.scan(band.itemCode)
    await expect(page.getByLabel(`Quantity of ${band.itemName}`)).toHaveValue('1')
    await effort.press('F4')
    await effort.type('500')
    await effort.press('g', 'F4', 'F9')
    await isSold(page)
    expectEffort(effort, 9)
  })

  test('take a layaway payment', async ({ page, account }) => {
    const { transactionNumber } = await givenLayaway(account)
    const effort = await beginAtDashboard(page)
    await effort.press('Control+k')
    await effort.type(transactionNumber)
    await effort.press('Enter')
    await expect(page.getByRole('button', { name: 'Take ₱1,000.00 overdue' })).toBeVisible()
    await effort.press('F4', 'F9')
    await expect(page.getByText(/₱1,000\.00 by Cash recorded\. Balance ₱2,000\.00/)).toBeVisible()
    expectEffort(effort, 4)
  })

  test('add an item with pictures', async ({ page, account }) => {
    const piece = await givenCategory(account)
    const effort = await beginAtDashboard(page)
    await effort.press('Control+k', 'a', 'd', 'd', 'Enter')
    const form = page.getByRole('form', { name: 'Create Item' })
    await expect(form.getByLabel('Item code')).toBeFocused()
    await effort.press('Tab')
    await effort.type(piece.category)
    await expect(page.getByRole('option', { name: piece.category })).toBeVisible()
    await effort.press('Enter', 'Tab')
    await expect(form.getByLabel('Item code')).toHaveValue(piece.nextCode)
    await effort.type(piece.name)
    await effort.press('Tab')
    await effort.type('86500')
    await effort.press('Tab')
    await effort.type('61200')
    await effort.press('Tab')
    await effort.type('2.1')
    // The browser must know early that the test takes the file chooser, because a key opens it at once.
    const chooser = page.waitForEvent('filechooser')
    await effort.tabTo(form.getByRole('button', { name: 'Choose pictures' }))
    await effort.press('Enter')
    await (await chooser).setFiles(await drawPhotos())
    await expect(form.locator('.pictures img')).toHaveCount(2)
    await effort.press('Control+s')
    await expect(page.getByRole('dialog', { name: 'Item Created!' })).toBeVisible()
    await effort.press('Enter')
    expectEffort(effort, 18)
  })

  test('receive a delivery', async ({ page, account }) => {
    const { poID, poNumber } = await givenOrder(account)
    const effort = await beginAtDashboard(page)
    await effort.press('Control+k')
    await effort.type(poNumber)
    await effort.press('Enter')
    await expect(page.getByRole('button', { name: 'Receive', exact: true })).toBeVisible()
    await effort.press('F9')
    const form = page.getByRole('form', { name: 'Create Purchase Order Receiving' })
    await expect(form.getByLabel('Totals')).toContainText('Arrived in full1 of 1')
    await expect(form.getByLabel('Reference number')).toBeFocused()
    await effort.type('DR-1')
    await effort.press('F9')
    await expect(page.getByRole('dialog', { name: 'Complete this receiving?' })).toBeVisible()
    await effort.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Purchase Order Receiving Completed!' })).toBeVisible()
    await effort.press('Enter')
    await expect(page).toHaveURL(`/purchase-order?id=${poID}`)
    expectEffort(effort, 6)
  })

  test('answer a question', async ({ page, account }) => {
    const name = await givenQuestion(account)
    await catchMail(page)
    const effort = await beginAtDashboard(page)
    await effort.press('Control+k', 'a', 'n', 's', 'Enter')
    await expect(opened(page)).toContainText(name)
    await effort.press('r')
    await expectMail(page)
    await effort.press('a')
    await expect(opened(page)).toContainText('Answered by')
    expectEffort(effort, 7)
  })

  test('see today’s figures', async ({ page }) => {
    await page.goto('/items')
    await expect(page.getByRole('heading', { name: 'ITEM LIST' })).toBeVisible()
    const effort = countEffort(page)
    await effort.press('Control+k', 't', 'o', 'd', 'Enter')
    await expect(page).toHaveURL(/\/dashboard\?period=today/)
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
    expectEffort(effort, 5)
  })
})

test.describe('at 390 px by thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  const openScreen = async (page: Page, { tap }: Effort, name: string) => {
    await tap(page.getByRole('button', { name: 'Sidebar', exact: true }))
    await tap(page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name, exact: true }))
  }

  test('sell two scanned pieces with mixed payment', async ({ page, account }) => {
    const { ring, band } = await givenPieces(account)
    const effort = await beginAtDashboard(page)
    await openScreen(page, effort, 'Sales')
    await effort.tap(page.getByRole('button', { name: '+ Create Sales Transaction' }).first())
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    await effort.scan(ring.itemCode)
    await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
    await effort.scan(band.itemCode)
    await expect(page.getByLabel(`Quantity of ${band.itemName}`)).toHaveValue('1')
    const add = page.getByRole('button', { name: /^Add payment/ })
    await effort.tap(add)
    await effort.type('500')
    const first = page.getByRole('group', { name: 'Payment 1' })
    await effort.tap(first.getByRole('combobox', { name: 'Payment type' }))
    await effort.tap(page.getByRole('option', { name: 'GCash' }))
    await effort.tap(add)
    await effort.tap(page.getByRole('button', { name: 'Complete' }))
    await isSold(page)
    expectEffort(effort, 8)
  })

  test('take a layaway payment', async ({ page, account }) => {
    const { transactionNumber } = await givenLayaway(account)
    const effort = await beginAtDashboard(page)
    await effort.tap(page.getByRole('button', { name: /^Search/ }))
    await effort.type(transactionNumber)
    await effort.tap(page.getByRole('option', { name: transactionNumber }))
    await effort.tap(page.getByRole('button', { name: 'Take ₱1,000.00 overdue' }))
    await effort.tap(page.getByRole('button', { name: 'Take ₱1,000.00', exact: true }))
    await expect(page.getByText(/₱1,000\.00 by Cash recorded\. Balance ₱2,000\.00/)).toBeVisible()
    expectEffort(effort, 4)
  })

  test('add an item with pictures', async ({ page, account }) => {
    const piece = await givenCategory(account)
    const effort = await beginAtDashboard(page)
    await openScreen(page, effort, 'Items')
    await effort.tap(page.getByRole('button', { name: '+ Create Item' }).first())
    const form = page.getByRole('form', { name: 'Create Item' })
    await effort.tapAndType(form.getByRole('combobox', { name: 'Category' }), piece.category)
    await effort.tap(page.getByRole('option', { name: piece.category }))
    await expect(form.getByLabel('Item code')).toHaveValue(piece.nextCode)
    await effort.tapAndType(form.getByLabel('Item name'), piece.name)
    await effort.tapAndType(form.getByLabel('Price'), '86500')
    await effort.tapAndType(form.getByLabel('Cost'), '61200')
    await effort.tapAndType(form.getByLabel('Grams'), '2.1')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      effort.tap(form.getByRole('button', { name: 'Choose pictures' })),
    ])
    await chooser.setFiles(await drawPhotos())
    await expect(form.locator('.pictures img')).toHaveCount(2)
    await effort.tap(form.getByRole('button', { name: 'Create Item' }))
    await effort.tap(page.getByRole('button', { name: 'Okay' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expectEffort(effort, 12)
  })

  test('receive a delivery', async ({ page, account }) => {
    const { poID, poNumber } = await givenOrder(account)
    const effort = await beginAtDashboard(page)
    await effort.tap(page.getByRole('button', { name: /^Search/ }))
    await effort.type(poNumber)
    await effort.tap(page.getByRole('option', { name: poNumber }))
    await effort.tap(page.getByRole('button', { name: 'Receive', exact: true }))
    const form = page.getByRole('form', { name: 'Create Purchase Order Receiving' })
    await effort.tapAndType(form.getByLabel('Reference number'), 'DR-1')
    await effort.tap(form.getByRole('button', { name: 'Complete' }))
    await effort.tap(
      page.getByRole('dialog', { name: 'Complete this receiving?' }).getByRole('button', { name: 'Complete' }),
    )
    await effort.tap(page.getByRole('button', { name: 'Okay' }))
    await expect(page).toHaveURL(`/purchase-order?id=${poID}`)
    expectEffort(effort, 7)
  })

  test('answer a question', async ({ page, account }) => {
    const name = await givenQuestion(account)
    await catchMail(page)
    const effort = await beginAtDashboard(page)
    await effort.tap(page.getByRole('banner').getByRole('link', { name: /^Messages$|unread messages?$/ }))
    await effort.tap(page.getByRole('list', { name: 'Messages' }).getByRole('link').filter({ hasText: name }))
    await effort.tap(opened(page).getByRole('link', { name: 'Reply by email' }))
    await expectMail(page)
    await effort.tap(opened(page).getByRole('button', { name: 'Mark as answered' }))
    await expect(opened(page)).toContainText('Answered by')
    expectEffort(effort, 4)
  })

  test('see today’s figures', async ({ page }) => {
    await page.goto('/items')
    await expect(page.getByRole('heading', { name: 'ITEM LIST' })).toBeVisible()
    const effort = countEffort(page)
    await openScreen(page, effort, 'Dashboard')
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
    expectEffort(effort, 2)
  })
})

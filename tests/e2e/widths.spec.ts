import type { Page } from '@playwright/test'

import { staffScreens } from '../../contract/shared/staff-screens.ts'
import { api, expect, test, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// Proves that every list keeps its names, its money, its status and its actions in view, on a phone, a tablet and a
// small laptop.

type Made = { data: Record<string, number> }
const lists = Object.values(staffScreens).flatMap((screen) => ('list' in screen ? [screen.path] : []))

/** Returns the columns of a list that stand too close to figures on their left, and keys that are not on the left. */
function listMisplaced(): string[] {
  const cells = [...document.querySelectorAll<HTMLElement>('main .list :is(th, td)')]
  const isRight = (cell: Element | null) => cell !== null && getComputedStyle(cell).textAlign === 'right'
  const narrow = cells.filter(
    (cell) =>
      isRight(cell.previousElementSibling) &&
      !isRight(cell) &&
      Number.parseFloat(getComputedStyle(cell).paddingLeft) < 20,
  )
  const keys = cells.filter((cell) => cell.tagName === 'TH' && cell.innerText.trim() === 'ID' && isRight(cell))
  return [...narrow, ...keys].map((cell) => cell.innerText)
}

/** Returns the figures on the cards of a phone that have no label: a number alone could mean anything. */
function listUnlabelled(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main .cards > li > [data-card]')]
    .filter((cell) => cell.dataset['card'] !== 'title' && !cell.querySelector('.card-label, .card-only, input'))
    .map((cell) => {
      // Words for screen readers alone label nothing for eyes.
      const seen = cell.cloneNode(true) as HTMLElement
      for (const hidden of seen.querySelectorAll('.vh')) hidden.remove()
      return seen.innerText.trim()
    })
    .filter((text) => /^[−-]?₱?[\d,]+(\.\d+)?( ?(g|kg|%|PCS|PAIR|pieces?|pairs?))?$/.test(text))
}

/** Returns the buttons of cards for looking, changing and deciding that are an icon alone. */
function listWordless(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main .cards > li button')].flatMap((button) => {
    const word = /^(View|Edit|Approve|Decline) /.exec(button.getAttribute('aria-label') ?? '')?.[1]
    return word !== undefined && !button.innerText.includes(word) ? [button.ariaLabel!] : []
  })
}

/** Gives the window that width, and waits until the screen is drawn anew. */
async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(drawn)))),
  )
}

test('no list scrolls the page sideways or hides names, money, status or actions', async ({ page, account }) => {
  test.slow()
  const send = (path: string, body: object) => api<Made>(account, 'POST', path, body)
  const named = unique('Okachimachi Stones and Findings of the Third Street')
  const item = await createItem(account, {
    ...atMain,
    itemName: unique('Diamond tennis bracelet, 18K white gold, 17 cm'),
    barcode: unique('490555000').replace(' ', ''),
    description: '18K white gold, 7.2 g, with 42 diamonds in four prongs each, in a box of wood',
    price: 189_690,
    cost: 125_510,
    quantity: 5,
  })
  const customer = await send('/api/v2/customers', {
    firstName: 'Maria Concepcion',
    lastName: named,
    contactNo: '+81 90 5550 1228',
    email: 'maria.concepcion@mail.example',
    customerTypeID: 1,
  })
  const supplier = await send('/api/v2/suppliers', {
    supplierName: named,
    contactDetails: 'Liza Cruz, 0917 555 0101, after ten in the morning',
    email: 'orders@okachimachi.example',
    address: '3-12-4 Ueno, Taito-ku, Tokyo',
  })
  const line = { itemID: item.itemID, orderQty: 3, price: 125_510 }
  const order = await send('/api/v2/po/purchase-order-items', {
    supplierID: supplier.data['supplierID'],
    locationID: 1,
    orderDate: '2026-11-01',
    expectedDeliverDate: '2026-12-01',
    remarks: 'Ring before delivering, the gate is closed in the morning',
    purchaseOrderItems: [line],
  })
  const poID = order.data['poID']!
  await api(account, 'PUT', `/api/v2/purchase-orders/${poID}/approve`, {})
  const receivedDate = '2026-11-02'
  await send('/api/v2/po-receiving', { poID, referenceNumber: 'DR-2026-000118', receivedDate })
  await send('/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID: customer.data['customerID'],
    items: [{ itemID: item.itemID, orderQty: 1, price: 189_690 }],
  })

  for (const path of lists) {
    await page.goto(path)
    for (const width of [390, 768, 1280]) {
      await resize(page, width)
      const rows = width === 390 ? '.cards li' : '.table tbody tr'
      await expect(page.locator(`${rows}, .empty`).first()).toBeVisible()
      expect([path, width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        path,
        width,
        width,
      ])
      const hidden = await page.evaluate(
        (places) =>
          places.filter((place) =>
            [...document.querySelectorAll(`main :is(.list tbody tr, .cards > li) ${place}`)].some((cell) => {
              const { left, right, width } = cell.getBoundingClientRect()
              return width === 0 || left < 0 || right > innerWidth
            }),
          ),
        ['[data-card=title]', '[data-card=value]', '[data-card=status]', '[data-acts=true]'],
      )
      expect([path, width, hidden]).toEqual([path, width, []])
      expect([path, width, await page.evaluate(listMisplaced)]).toEqual([path, width, []])
      if (width === 390) {
        // How to reach a person is text, and may be a telephone number.
        if (!['/supplier', '/customer', '/buyer'].includes(path))
          expect([path, await page.evaluate(listUnlabelled)]).toEqual([path, []])
        expect([path, await page.evaluate(listWordless)]).toEqual([path, []])
      }
      // Every card with a price has the assay line.
      if (path === '/items' && width === 390)
        await expect(page.locator('.cards > li').first()).toContainText(/\d\.\d\d g/)
    }
  }
})

test('a figure without its label and an icon without its word are found on a phone', async ({ page, account }) => {
  await createItem(account, { ...atMain, price: 900, quantity: 1 })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/items')
  await expect(page.locator('.cards > li').first()).toContainText('₱')
  expect(await page.evaluate(listUnlabelled)).toEqual([])
  await page.evaluate(() => document.querySelector('.cards > li [data-card=value] .card-label')!.remove())
  expect(await page.evaluate(listUnlabelled)).toEqual([expect.stringMatching(/^₱/)])
  // A whole card opens its item. The card of an adjustment has buttons.
  expect(await page.evaluate(listWordless)).toEqual([])
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.setAttribute('aria-label', 'Edit adjustment 1')
    document.querySelector('.cards > li')!.append(button)
  })
  expect(await page.evaluate(listWordless)).toEqual(['Edit adjustment 1'])
})

test('no other screen scrolls the page sideways', async ({ page }) => {
  test.slow()
  const others = Object.values(staffScreens)
    .filter((screen) => !('list' in screen) && screen.path !== staffScreens.customerDisplay.path)
    .map(({ path }) => path)
  expect(others).toEqual(expect.arrayContaining(['/dashboard', '/analytics', '/report', '/import', '/settings']))
  for (const path of others) {
    await page.goto(path)
    for (const width of [390, 768]) {
      await resize(page, width)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, width, scrolled]).toEqual([path, width, width])
    }
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('one button opens the filters, and a whole card opens its sale', async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, price: 900, quantity: 5 })
    const remarks = unique('Gift')
    await api(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      customer: {
        firstName: 'Maricel',
        lastName: 'Tanaka',
        contactNo: '0917 555 0101',
        email: `${remarks.replace(' ', '.')}@mail.example`,
        customerTypeID: 1,
      },
      items: [{ itemID: item.itemID, orderQty: 2, price: 900 }],
      remarks,
    })
    // The buttons of the filters cover what scrolls below them.
    await page.setViewportSize({ width: 390, height: 480 })
    await page.goto('/items')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const foot = page.getByRole('dialog', { name: 'Filter' }).locator('.dlg-foot')
    await expect(foot).toBeInViewport({ ratio: 1 })
    await expect(foot).not.toHaveCSS('background-color', /rgba\(.*, 0?\.?\d*\)$/)
    const isOnTop = () =>
      foot.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + 4, top + 4))
      })
    expect(await isOnTop()).toBe(true)
    await page
      .getByRole('dialog', { name: 'Filter' })
      .getByRole('combobox', { name: 'Created by anybody' })
      .scrollIntoViewIfNeeded()
    await expect(foot).toBeInViewport({ ratio: 1 })
    expect(await isOnTop()).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })

    await page.goto(`/sales?search=${encodeURIComponent(remarks)}`)
    const card = page.getByRole('list', { name: 'Sales' }).getByRole('listitem')
    await expect(card).toContainText('Maricel Tanaka')
    await expect(card).toContainText('Total Purchase ₱1,800.00')
    await expect(page.getByRole('combobox', { name: 'Any status' })).toBeHidden()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter' })
    await sheet.getByRole('combobox', { name: 'Any status' }).click()
    await page.getByRole('option', { name: 'Completed' }).click()
    await sheet.getByRole('button', { name: 'Show 0' }).click()
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.getByRole('button', { name: 'Filter (1)' }).click()
    await sheet.getByRole('button', { name: 'Clear' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/sales(\?search=)?$/)

    await page.getByRole('searchbox').fill(remarks)
    await expect(card).toHaveCount(1)
    await card.getByText('Total Purchase').click()
    await expect(page).toHaveURL(/id=\d+/)
  })
})

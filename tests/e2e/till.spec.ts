// Proves that the till keeps every scan, and shows the change that the server will give.
import type { Locator, Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { drawPicture, formOf } from '../support/pictures.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { atMain, createItem, scanAstray } from './steps.ts'

const scanField = (page: Page) => page.getByLabel('Scan a barcode')
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const figure = (page: Page, name: string) =>
  summary(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const complete = (page: Page) => page.getByRole('button', { name: 'Complete' })

/** Adds a picture with this focus to an item. */
async function addPicture(account: Account | null, itemID: number, focus: { x: number; y: number }) {
  const body = formOf({}, { 'ruby.png': await drawPicture('darkred', { width: 400, height: 400 }) })
  const headers = { authorization: `Bearer ${account!.token}` }
  const url = `${process.env['SHOP_URL']}/api/v1/item-images/${itemID}`
  const response = await fetch(url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(await response.text())
  const { data } = (await response.json()) as { data: { images: { id: number }[] } }
  await api(account, 'PUT', `/api/v1/item-images/${itemID}/${data.images[0]!.id}/focus`, focus)
}

async function openTill(page: Page) {
  await page.goto('/sales?create=1')
  await expect(scanField(page)).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
}

test('a payment says that it is the balance, and a paid sale by what it is paid', async ({ page, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  await openTill(page)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,000.00')
  await page.keyboard.press('F4')
  const filled = page.getByText('the balance, filled in')
  await expect(filled).toBeVisible()
  await page.keyboard.type('800')
  await expect(filled).toHaveCount(0)
  await page.keyboard.press('F4')
  const second = page.getByRole('group', { name: 'Payment 2' })
  await expect(second.getByText('the balance, filled in')).toBeVisible()
  await page.keyboard.type('g')
  await expect(second.getByRole('combobox', { name: 'Payment type' })).toHaveValue('GCash')
  await expect(summary(page).getByRole('status')).toHaveText('Paid in full₱800.00 Cash · ₱200.00 GCash')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(complete(page)).toContainText('₱1,000.00')
  await axe(page)
})

test('change comes from cash alone, and a payment above the balance is refused before it is sent', async ({
  page,
  account,
}) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  await openTill(page)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,000.00')

  await page.keyboard.press('F4')
  const first = page.getByRole('group', { name: 'Payment 1' })
  await first.getByRole('combobox', { name: 'Payment type' }).click()
  await page.getByRole('option', { name: 'GCash' }).click()
  await first.getByLabel('Amount').fill('2000')
  await expect(first.getByText('GCash may not be more than the balance of ₱1,000.00')).toBeVisible()
  await expect(summary(page).getByRole('status')).toHaveCount(0)
  await expect(complete(page)).toHaveAttribute('aria-disabled', 'true')

  await first.getByLabel('Amount').fill('800')
  await page.keyboard.press('F4')
  const second = page.getByRole('group', { name: 'Payment 2' })
  await expect(second.getByRole('combobox', { name: 'Payment type' })).toHaveValue('Cash')
  await second.getByLabel('Amount').fill('500')
  const change = summary(page).getByRole('status')
  await expect(change).toHaveText('Change₱300.00from ₱500.00 in cash')
  // The change is only outlined until the sale is complete.
  const fillOf = () => change.evaluate((box) => getComputedStyle(box).backgroundColor)
  const outlined = await fillOf()
  await page.keyboard.press('F9')
  await expect(change).toHaveText('Completed. Change₱300.00from ₱500.00 in cash')
  expect(await fillOf()).not.toBe(outlined)
  await expect(figure(page, 'Change')).toHaveText('₱300.00')

  // A person who opens the sale later hands nothing back.
  await page.reload()
  await expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')
  await expect(figure(page, 'Change')).toHaveText('₱300.00')
  // It is read like a paper: no box can be edited, and none is drawn as one.
  const facts = summary(page).getByRole('region', { name: 'Facts and totals' })
  const boxes = facts.getByRole('textbox').or(facts.getByRole('combobox'))
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all()) {
    await expect(box).toHaveAttribute('readonly')
    await expect(box).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
    await expect(box).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
  for (const name of ['Save', 'Complete', 'Add Item', 'Cancel sale'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  // Its items are hidden, so that no click on a tile leaves it for a new draft. A scan begins the next sale.
  await expect(page.getByRole('list', { name: 'Items' })).toHaveCount(0)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(summary(page)).toContainText('after saving')
  await expect(page.getByRole('list', { name: 'Items' })).toBeVisible()
})

test('a scan replaces the text in the field, and a tile clears it', async ({ page, account }) => {
  const name = unique('Pendant')
  const pendant = await createItem(account, { ...atMain, quantity: 5, itemName: name })
  const ring = await createItem(account, { ...atMain, quantity: 5, barcode: unique('B').replace(' ', '') })
  await openTill(page)
  await page.keyboard.type(name, { delay: 60 })
  await page.getByRole('button', { name: pendant.itemName }).click()
  await expect(scanField(page)).toHaveValue('')
  await expect(page.getByLabel(`Quantity of ${pendant.itemName}`)).toHaveValue('1')

  await scanField(page).fill('half a word')
  await page.waitForTimeout(400) // a person's text is older than the scanner's first key
  // All keys are sent at once: a busy page that is waited for at each key is slower than a scanner.
  await Promise.all([...Array.from(`${ring.barcode}`), 'Enter'].map((key) => page.keyboard.press(key)))
  await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
  await expect(scanField(page)).toHaveValue('')
})

test('the scan field answers in its own place, verb first, and nothing below it moves', async ({ page, account }) => {
  const item = await createItem(account, {
    ...atMain,
    quantity: 5,
    itemName: unique('Solitaire ring with a round diamond of one carat in six prongs'),
  })
  await openTill(page)
  const answer = page.getByRole('region', { name: 'For sale' }).getByRole('status')
  const categories = page.getByRole('group', { name: 'Categories' })
  const outer = (await scanField(page).boundingBox())!
  const top = (await categories.boundingBox())!.y
  const staysInside = async () => {
    const inner = (await answer.boundingBox())!
    expect(inner.y).toBeGreaterThanOrEqual(outer.y)
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
    expect((await categories.boundingBox())!.y).toBe(top)
  }
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(answer).toHaveText(`Added ${item.itemName}`)
  await staysInside()
  await page.keyboard.type('nothing-in-the-whole-shop-has-a-code-that-is-so-long\n')
  await expect(answer).toHaveText(/^No item has the code or name/)
  await staysInside()
  await axe(page)
  await page.keyboard.press('Shift')
  await expect(answer).toHaveText('')
  // On a phone the field stands beside the camera's button, and is no higher than the answer.
  await page.setViewportSize({ width: 390, height: 844 })
  await scanField(page).fill(item.itemCode)
  await scanField(page).press('Enter')
  await expect(answer).toHaveText(`Added ${item.itemName}`)
  const [field, inner] = [(await scanField(page).boundingBox())!, (await answer.boundingBox())!]
  expect(inner.y).toBeGreaterThan(field.y)
  expect(inner.y + inner.height).toBeLessThan(field.y + field.height)
})

test('a scan that added nothing stops Complete once', async ({ page, account }) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  await openTill(page)
  await page.keyboard.type('unheard-of\n')
  await expect(page.getByText('No item has the code or name ‘unheard-of’')).toBeVisible()
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
  await page.keyboard.press('F8')
  await expect(figure(page, 'Balance')).toHaveCount(0)
  await page.keyboard.press('F9')
  const alert = page.getByRole('region', { name: 'Finish' }).getByRole('alert')
  await expect(alert).toHaveText('Error: No item has the code or name ‘unheard-of’. Complete again to sell without it.')
  await expect(summary(page)).not.toContainText('Completed')
  await page.keyboard.press('F9')
  await expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')
})

test('a mixed payment of two scanned pieces needs no Tab: the balance is filled in, a letter chooses the method', async ({
  page,
  account,
}) => {
  const ring = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  const band = await createItem(account, { ...atMain, quantity: 5, price: 234.5 })
  await openTill(page)
  await page.keyboard.type(`${ring.itemCode}\n`)
  await expect(page.getByLabel(`Quantity of ${ring.itemName}`)).toHaveValue('1')
  await page.keyboard.type(`${band.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,234.50')

  // The page itself counts the keys that lead somewhere. The digits of an amount are a fact that only the person knows.
  await page.evaluate(() => {
    const pressed: string[] = []
    Object.assign(window, { pressed })
    addEventListener('keydown', ({ key, shiftKey }) => pressed.push(shiftKey ? `Shift+${key}` : key), { capture: true })
  })
  const press = (key: string) => page.keyboard.press(key)
  await press('F4')
  const first = page.getByRole('group', { name: 'Payment 1' })
  await expect(first.getByLabel('Amount')).toBeFocused()
  await expect(first.getByLabel('Amount')).toHaveValue('1,234.50')
  // The filled-in balance is cash, so that it can be rounded up.
  await expect(page.getByRole('button', { name: 'Cash ₱1,300' })).toBeVisible()
  await page.keyboard.type('500', { delay: 80 })
  await page.waitForTimeout(80) // a person is slower than a scanner
  await press('g')
  await expect(first.getByRole('combobox', { name: 'Payment type' })).toHaveValue('GCash')
  await expect(first.getByLabel('Amount')).toHaveValue('500')
  await press('F4')
  const second = page.getByRole('group', { name: 'Payment 2' })
  await expect(second.getByLabel('Amount')).toBeFocused()
  await expect(second.getByLabel('Amount')).toHaveValue('734.50')
  await press('F9')
  await expect(summary(page).getByRole('status')).toHaveText('CompletedPaid in full')
  const pressed = await page.evaluate(() => Reflect.get(window, 'pressed') as string[])
  const steps = pressed.filter((key) => !/^\d$/.test(key))
  expect(steps.length).toBeLessThanOrEqual(6)
  expect(steps).toEqual(['F4', 'g', 'F4', 'F9'])
})

test('only cash is rounded up, and a scanned code in the amount chooses no payment type', async ({ page, account }) => {
  const item = await createItem(account, {
    ...atMain,
    quantity: 5,
    price: 1234.5,
    itemCode: unique('GG').replace(' ', '-'),
  })
  await openTill(page)
  await page.keyboard.type(`${item.itemCode}\n`)
  await expect(figure(page, 'Balance')).toHaveText('₱1,234.50')
  await page.keyboard.press('F4')
  const payment = page.getByRole('group', { name: 'Payment 1' })
  await expect(payment.getByLabel('Amount')).toBeFocused()
  await scanAstray(page, item.itemCode)
  await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('2')
  await expect(payment.getByLabel('Amount')).toHaveValue('1,234.50')
  await expect(payment.getByRole('combobox', { name: 'Payment type' })).toHaveValue('Cash')

  await payment.getByLabel('Amount').fill('2469')
  await page.getByRole('button', { name: 'Cash ₱2,500' }).click()
  await expect(payment.getByLabel('Amount')).toHaveValue('2,500.00')
  await expect(page.getByRole('group', { name: 'Payment 2' })).toHaveCount(0)
  await payment.getByLabel('Amount').fill('2469')
  await page.waitForTimeout(80)
  await page.keyboard.press('g')
  await expect(payment.getByRole('combobox', { name: 'Payment type' })).toHaveValue('GCash')
  await expect(page.getByRole('button', { name: /^Cash ₱/ })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the camera scans a printed label, and the parts stand in the order of a sale', async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, quantity: 5, barcode: unique('B').replace(' ', '') })
    // The picture of the label, as it is printed.
    await page.goto(`/items?search=${encodeURIComponent(item.itemName)}`)
    await page.getByRole('checkbox', { name: `Choose ${item.itemName}` }).check()
    await page.getByRole('button', { name: 'Print Labels' }).click()
    const label = page.getByRole('img', { name: 'The first label' })
    await expect(label).toContainText(item.itemName.slice(0, 4))
    const drawing = await label.evaluate((svg) => {
      for (const part of svg.querySelectorAll('*')) part.setAttribute('fill', getComputedStyle(part).fill)
      return new XMLSerializer().serializeToString(svg)
    })

    await page.addInitScript((svg) => {
      const camera = async () => {
        const picture = new Image(1280, 640)
        picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
        await picture.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: 1400, height: 900 })
        const context = canvas.getContext('2d')!
        const draw = () => {
          context.fillStyle = '#e8e4dc'
          context.fillRect(0, 0, 1400, 900)
          context.fillStyle = '#fff'
          context.fillRect(40, 100, 1320, 680)
          context.drawImage(picture, 60, 120, 1280, 640)
        }
        draw()
        setInterval(draw, 100)
        return canvas.captureStream(10)
      }
      navigator.mediaDevices.getUserMedia = camera
    }, drawing)
    await page.goto('/sales?create=1')
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
    await page.getByRole('button', { name: 'Scan with the camera' }).tap()
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(`Added ${item.itemName}`)).toBeVisible()
    // The links beside the title need no row of their own.
    const title = (await page.getByRole('heading', { name: 'Create Sales Transaction' }).boundingBox())!
    for (const name of ['Park', /^Parked/]) {
      const { x, y, width, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!
      expect(Math.abs(y + height / 2 - title.y - title.height / 2)).toBeLessThanOrEqual(2)
      expect(x).toBeGreaterThan(title.x + title.width)
      expect(x + width).toBeLessThanOrEqual(390)
    }

    const tops = await Promise.all(
      [
        scanField(page),
        page.getByLabel(`Quantity of ${item.itemName}`),
        page.getByRole('region', { name: 'Payments' }),
        figure(page, 'Total'),
        page.getByRole('region', { name: 'Customer' }),
        page.getByRole('combobox', { name: 'Location' }),
        page.getByRole('list', { name: 'Items' }),
      ].map(async (part) => (await part.boundingBox())!.y),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    await page.getByLabel(`Price of ${item.itemName}`).tap()
    await page.getByLabel(`Price of ${item.itemName}`).fill('950')
    await expect(figure(page, 'Total')).toHaveText('₱950.00')
    for (const key of ['F2', 'F4', 'F6', 'F7', 'F8', 'F9'])
      await expect(
        page.getByRole('group', { name: 'Create Sales Transaction' }).getByText(key, { exact: true }),
      ).not.toBeVisible()
    await axe(page)
  })

  test('a camera that may not be used is told in words', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
    })
    await page.goto('/sales?create=1')
    await page.getByRole('button', { name: 'Scan with the camera' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
    await expect(dialog.getByRole('alert')).toContainText('The browser may not use the camera')
    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await expect(dialog).toHaveCount(0)
  })
})

test('at a desk the sidebar folds, twelve items fit, and the arrow keys add one', async ({ page, account }) => {
  const name = unique('Grid')
  for (let n = 0; n < 12; n++)
    await createItem(account, {
      ...atMain,
      quantity: 5 - Math.min(n, 5),
      karat: '18K',
      itemName: `${name} ${String(n).padStart(2, '0')}`,
    })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => localStorage.setItem('sidebar', 'open')).catch(() => {})
  await openTill(page)
  await expect(page.getByRole('button', { name: 'Sidebar', exact: true })).toHaveAttribute('aria-expanded', 'false')
  await scanField(page).fill(name)
  const tiles = page.getByRole('list', { name: 'Items' }).getByRole('button')
  await expect(tiles).toHaveCount(12)
  for (const tile of await tiles.all()) await expect(tile).toBeInViewport({ ratio: 1 })
  await expect(tiles.first()).toContainText('18K750')
  // The categories stand in one row, however many there are.
  const kinds = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  expect(await kinds.count()).toBeGreaterThan(12)
  const rows = await kinds.evaluateAll((all) => new Set(all.map((kind) => kind.getBoundingClientRect().top)).size)
  expect(rows).toBe(1)
  // A sold-out item is as high as the others.
  await expect(tiles.last()).toContainText('none left')
  const heights = await Promise.all((await tiles.all()).map(async (tile) => (await tile.boundingBox())!.height))
  expect(new Set(heights).size).toBe(1)

  await page.keyboard.press('ArrowDown')
  await expect(tiles.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(tiles.nth(4)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Quantity of ${name} 04`)).toHaveValue('1')
  await expect(scanField(page)).toBeFocused()
  await expect(page.getByText(`Added ${name} 04`)).toBeVisible()
  const line = page.getByRole('region', { name: 'Items' }).getByRole('listitem')
  await expect(line).toContainText('18K7503.00 g₱300/gmargin 32%')
  await page.getByRole('button', { name: 'Hide the margin' }).click()
  await expect(line).not.toContainText('margin')
  await page.keyboard.press('Alt+m')
  await expect(line).toContainText('margin 32%')
  // The key works while the scan field has the focus, and types nothing there.
  await scanField(page).focus()
  await page.keyboard.press('Alt+m')
  await expect(line).not.toContainText('margin')
  await expect(scanField(page)).toHaveValue('')
  // What the customer may not see at the till stands in no search either.
  const search = page.getByRole('dialog', { name: 'Search' })
  const find = async () => {
    await page.keyboard.press('Control+k')
    await search.getByRole('combobox').fill(`${name} 04`)
    await expect(search.getByRole('option', { name: `${name} 04` })).toContainText('₱300/g')
  }
  await find()
  await expect(search).not.toContainText('margin')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show the margin' })).toBeVisible()
  await page.keyboard.press('Alt+m')
  await expect(line).toContainText('margin 32%')
  await axe(page)
  await find()
  await expect(search).toContainText('margin 32%')
})

test('a tile and a line keep the stone in view and show the hallmark and the whole end of the name', async ({
  page,
  account,
}) => {
  const itemName = unique('Trilogy ring of three rubies with a hand-made bezel and a fine gallery below, after')
  const item = await createItem(account, { ...atMain, quantity: 5, karat: '18K', itemName })
  await addPicture(account, item.itemID, { x: 20, y: 80 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openTill(page)
  await scanField(page).fill(item.itemCode)
  const tile = page.getByRole('list', { name: 'Items' }).getByRole('button', { name: item.itemName })
  await expect(tile.getByRole('presentation')).toHaveCSS('object-position', '20% 80%')
  await expect(tile).toContainText('18K750')
  const showsWhole = async (name: Locator) => {
    await expect(name).toContainText(itemName)
    await expect(name).toBeInViewport({ ratio: 1 })
    const isWhole = await name.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return text.bottom <= box.bottom + 1 && getComputedStyle(element).textOverflow !== 'ellipsis'
    })
    expect(isWhole).toBe(true)
  }
  await showsWhole(tile.locator('b'))
  await scanField(page).press('Enter')
  const line = page.getByRole('region', { name: 'Items' }).getByRole('listitem')
  await expect(line).toContainText('18K750')
  await showsWhole(line.locator('b'))
  // Where no tray shows the pieces, the line shows its own picture.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(line.locator('img.thumb')).toHaveCSS('object-position', '20% 80%')
})

test('the newest line is in view and flashes, and the payments stay in place', async ({ page, account }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const made = []
  for (let n = 0; n < 12; n++) made.push(await createItem(account, { ...atMain, quantity: 5, price: 1000 }))
  await openTill(page)
  const add = page.getByRole('button', { name: /^Add payment/ })
  const placeOf = async () => (await add.boundingBox())!.y
  const places = new Set<number>()
  // A flash ends within a second, so each line keeps a mark of it.
  await page.evaluate(() => {
    Element.prototype.animate = new Proxy(Reflect.get(Element.prototype, 'animate'), {
      apply(animate, row: Element, given) {
        row.setAttribute('data-flashed', 'yes')
        return Reflect.apply(animate, row, given)
      },
    })
  })
  for (const item of made) {
    await page.keyboard.type(`${item.itemCode}\n`)
    await expect(page.getByLabel(`Quantity of ${item.itemName}`)).toHaveValue('1')
    const line = page.getByRole('region', { name: 'Items' }).getByRole('listitem').filter({ hasText: item.itemName })
    await expect(line).toBeInViewport({ ratio: 1 })
    await expect(line).toHaveAttribute('data-flashed')
    places.add(await placeOf())
  }
  expect(places.size).toBe(1)
  // A line above the visible ones comes back into view when its piece is scanned again.
  await page.keyboard.type(`${made[0]!.itemCode}\n`)
  await expect(page.getByLabel(`Quantity of ${made[0]!.itemName}`)).toHaveValue('2')
  await expect(page.getByLabel(`Quantity of ${made[0]!.itemName}`)).toBeInViewport({ ratio: 1 })
})

test('a layaway is paid by the schedule: the part of today at once, an overdue part by one button', async ({
  page,
  account,
}) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 3000 })
  await openTill(page)
  await page.getByRole('combobox', { name: 'Transaction type' }).click()
  await page.getByRole('option', { name: 'Layaway' }).click()
  await expect(page.getByRole('combobox', { name: 'Transaction type' })).toHaveValue('Layaway')
  await scanField(page).fill(item.itemCode)
  await scanField(page).press('Enter')
  const schedule = page.getByRole('region', { name: 'Schedule' })
  await schedule.getByLabel('Down payment today').fill('1000')
  await schedule.getByLabel('Instalments', { exact: true }).fill('2')
  await schedule.getByRole('button', { name: 'Spread ₱2,000.00 evenly' }).click()
  await expect(page.getByRole('button', { name: 'Due today ₱1,000.00' })).toBeVisible()
  await axe(page)
  await schedule.getByRole('group', { name: 'Take it now:' }).getByRole('button', { name: 'GCash' }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('1,000.00')
  await page.getByRole('button', { name: 'Take ₱1,000.00' }).click()
  const notice = page.getByText(
    /^Sale SO-\d{4}-\d{6} is saved\. ₱1,000\.00 by GCash recorded\. Balance ₱2,000\.00\. Next due ₱1,000\.00 on /,
  )
  await expect(notice).toBeVisible()
  await expect(figure(page, 'Next due')).toHaveText(/^₱1,000\.00 on \d/)
  await expect(figure(page, 'Overdue')).toHaveCount(0)
  // The paid instalment is not edited any more.
  await expect(schedule.getByLabel('Instalment 1: amount')).toHaveCount(0)
  await expect(schedule.getByLabel('Instalment 2: amount')).toHaveValue('1,000.00')
  await expect(schedule.getByRole('button', { name: 'Start over' })).toHaveCount(0)

  const items = [{ itemID: item.itemID, orderQty: 1 }]
  const instalments = ['2026-01-05', '2026-02-05', '2999-01-05'].map((dueDate) => ({ dueDate, amount: 1000 }))
  const late = await api<{ data: { salesTransactionID: number } }>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items,
    schedule: instalments,
    payments: [{ paymentTypeID: 1, amount: 1000 }],
  })
  await page.goto(`/sales?id=${late.data.salesTransactionID}`)
  await expect(figure(page, 'Overdue')).toHaveText('₱1,000.00')
  await page.getByRole('button', { name: 'Take ₱1,000.00 overdue' }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await page.keyboard.press('F9')
  await expect(
    page.getByText(/^₱1,000\.00 by Cash recorded\. Balance ₱1,000\.00\. Next due ₱1,000\.00 on 5 Jan 2999$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel sale' })).toBeVisible()
  // Opened again, the items are folded: only money is to be taken.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show the items' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Items' })).toHaveCount(0)
})

test('a slow code adds its piece without taking the focus from the field that was entered meanwhile', async ({
  page,
  account,
}) => {
  const item = await createItem(account, { ...atMain, quantity: 5, price: 3000 })
  await openTill(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/v1/items?**code=${item.itemCode}*`, async (route) => {
    await released
    await route.continue()
  })
  await scanField(page).fill(item.itemCode)
  await scanField(page).press('Enter')
  const remarks = page.getByRole('textbox', { name: 'Remarks' })
  await remarks.click()
  release()
  await expect(page.getByText(`Added ${item.itemName}`)).toBeVisible()
  await expect(remarks).toBeFocused()
  await page.keyboard.type('Gift')
  await expect(remarks).toHaveValue('Gift')
  await expect(scanField(page)).toHaveValue('')
})

test('a code that is still looked up holds Complete', async ({ page, account }) => {
  const paid = await createItem(account, { ...atMain, quantity: 5, price: 1000 })
  const slow = await createItem(account, { ...atMain, quantity: 5, price: 3000 })
  await openTill(page)
  await page.keyboard.type(`${paid.itemCode}\n`)
  await expect(page.getByLabel(`Quantity of ${paid.itemName}`)).toHaveValue('1')
  await page.keyboard.press('F8')
  await expect(figure(page, 'Balance')).toHaveCount(0)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/v1/items?**code=${slow.itemCode}*`, async (route) => {
    await released
    await route.continue()
  })
  await scanField(page).fill(slow.itemCode)
  await scanField(page).press('Enter')
  await page.keyboard.press('F9')
  await expect(page.getByRole('region', { name: 'Finish' }).getByRole('alert')).toHaveText(
    'Error: The last scan is still looked up. Complete again in a moment.',
  )
  release()
  await expect(page.getByText(`Added ${slow.itemName}`)).toBeVisible()
  await expect(figure(page, 'Balance')).toHaveText('₱3,000.00')
})

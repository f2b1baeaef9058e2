// Proves that an import survives what happens to it: a stopped or lost upload, a reload in each step, another tab; that
// it works by keyboard alone; and what Staff may do.
import type { Page, Route } from '@playwright/test'

import { toCsv } from '../../contract/shared/csv.ts'
import { countEffort } from './effort.ts'
import { axe, expect, test, unique } from './fixtures.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const suppliersOf = (...names: string[]) =>
  toCsv([['Company', 'Phone', 'Mail'], ...names.map((name) => [name, '0917 555 0100', 'orders@supplier.example'])])
/** Handles the next upload of a file. The list of drafts has the same address. */
async function onNextUpload(page: Page, handle: (route: Route) => Promise<void>) {
  let isDone = false
  await page.route('**/api/v1/imports/drafts', async (route) => {
    if (isDone || route.request().method() !== 'POST') return route.fallback()
    isDone = true
    return handle(route)
  })
}
/** Pieces whose columns no other journey remembers, with decimals in excess and three new categories. */
const piecesOf = (name: string, rows: number) =>
  toCsv([
    ['Title', 'Collection', 'Weight (g)', 'Selling price'],
    ...Array.from({ length: rows }, (_, n) => [`${name} ${n}`, `${name} kind ${n % 3}`, '3.12345', `${1000 + n}.555`]),
  ])
const choose = (page: Page, file: ReturnType<typeof csv>) => page.getByLabel('Choose a file').setInputFiles(file)

test('a file is sent with its bytes shown, can be stopped, and is sent again', async ({ page }) => {
  const name = unique('Slow')
  const network = await page.context().newCDPSession(page)
  const slowDown = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await page.goto('/import?kind=items')
  const file = csv(`${name}.csv`, piecesOf(name, 20_000))
  await slowDown(200 * 1024)
  await choose(page, file)
  await expect(page.getByText(/^Sent 0\.\d MB of \d\.\d MB$/)).toBeVisible()
  await axe(page)
  // Leaving is a decision.
  await page.getByRole('link', { name: 'Suppliers', exact: true }).click()
  await page.getByRole('dialog', { name: 'Stop sending the file?' }).getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('alert')).toContainText(`You stopped ${name}.csv. Nothing was imported`)
  await expect(page.getByRole('link', { name: `${name}.csv` })).toHaveCount(0)
  await slowDown(-1)
  await choose(page, file)
  await expect(page.getByRole('button', { name: 'Check the rows' })).toBeVisible({ timeout: 60_000 })
})

test.describe('stopped', () => {
  // The server refuses what a person has stopped. After the import its draft is gone.
  test.use({ allow: [/status of 40[49]/] })

  test('an import that is stopped imports nothing, and can be started again', async ({ page }) => {
    test.slow()
    const name = unique('Stop')
    await page.goto('/import?kind=suppliers')
    await choose(page, csv(`${name}.csv`, suppliersOf(...Array.from({ length: 20_000 }, (_, n) => `${name} ${n}`))))
    await page.getByRole('button', { name: 'Check the rows' }).click({ timeout: 30_000 })
    await expect(page.getByRole('heading', { name: '20,000 suppliers: every row is right' })).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Import 20,000 suppliers' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Stopped: nothing was imported' })).toBeVisible()
    await page.getByRole('button', { name: 'Import 20,000 suppliers' }).click()
    await expect(page.getByText(/^Imported [\d,]+ of 20,000 rows$/)).toBeVisible({ timeout: 30_000 })
    // The import goes on while the page is loaded again. It then shows its progress, or that it has ended.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This file is no longer here' })).toBeVisible({ timeout: 60_000 })
    await page.goto(`/supplier?search=${name}`)
    await expect(page.getByText('of 20,000')).toBeVisible()
  })
})

test.describe('without a connection', () => {
  test.use({ allow: [/ERR_CONNECTION_RESET|ERR_FAILED/] })

  test('a file whose connection was lost is sent again, and is one draft', async ({ page }) => {
    const name = unique('Lost')
    await page.goto('/import?kind=suppliers')
    await onNextUpload(page, (route) => route.abort('connectionreset'))
    await choose(page, csv(`${name}.csv`, suppliersOf(name)))
    await expect(page.getByRole('alert')).toContainText('The connection was lost while the file was sent')
    await axe(page)
    // This time the server gets the file, and its answer is lost.
    await onNextUpload(page, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: `Send ${name}.csv again` }).click()
    await expect(page.getByRole('alert')).toContainText('The connection was lost while the file was sent')
    await page.getByRole('button', { name: `Send ${name}.csv again` }).click()
    await expect(page.getByRole('button', { name: 'Check the rows' })).toBeVisible()
    await page.goto('/import?kind=suppliers')
    await expect(page.getByRole('link', { name: `${name}.csv` })).toHaveCount(1)
  })

  test('a check whose connection was lost is repeated', async ({ page }) => {
    const name = unique('Lost')
    await page.goto('/import?kind=suppliers')
    await choose(page, csv(`${name}.csv`, suppliersOf(name)))
    await page.route('**/api/v1/imports/drafts/*/check', (route) => route.abort('connectionreset'), { times: 1 })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { name: '1 supplier: every row is right' })).toBeVisible()
  })
})

test.describe('in two tabs', () => {
  // One tab changes what the other has changed before, and finds a draft that is gone.
  test.use({ allow: [/status of 40[49]/] })

  test('each step goes on after a reload, in another tab, and says when the file is gone', async ({
    page,
    context,
  }) => {
    const name = unique('Reload')
    await page.goto('/import?kind=suppliers')
    await choose(page, csv(`${name}.csv`, suppliersOf(`${name} A`, `${name} B`, `${name} A`)))
    await page.getByRole('combobox', { name: 'Email comes from' }).click()
    await page.getByRole('option', { name: 'The same in every row' }).click()
    await page.getByRole('textbox', { name: 'Email in every row' }).fill('all@supplier.example')
    await page.getByRole('textbox', { name: 'Email in every row' }).blur()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('all@supplier.example')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Email in every row' })).toHaveValue('all@supplier.example')

    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('heading', { name: '1 of 3 rows is wrong' })).toBeVisible()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Leave the rows out: Supplier name is in the file twice' }).click()
    await expect(other.getByRole('heading', { name: '2 suppliers: every row is right' })).toBeVisible()
    // The first tab changes what it has read before, is told so, and then shows the draft as it is.
    await page.getByRole('button', { name: 'Leave the rows out: Supplier name is in the file twice' }).click()
    await expect(page.getByRole('heading', { name: '2 suppliers: every row is right' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: '2 suppliers: every row is right' })).toBeVisible()

    await page.getByRole('button', { name: 'Import 2 suppliers' }).click()
    await expect(page.getByText('2 suppliers imported')).toBeVisible()
    await page.reload()
    await expect(page.getByText('2 suppliers imported')).toBeVisible()
    await other.reload()
    await expect(other.getByRole('heading', { name: 'This file is no longer here' })).toBeVisible()
    await axe(other)

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog', { name: 'Import Undone!' }).getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  })
})

test('a draft is listed, opened again and thrown away; a remembered file is renamed and forgotten', async ({
  page,
}) => {
  const name = unique('Kept')
  await page.goto('/import?kind=suppliers')
  await choose(page, csv(`${name}.csv`, suppliersOf(name).replace('Company', name)))
  await page.getByRole('combobox', { name: 'Supplier name comes from' }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('checkbox', { name: 'Remember this for the next file like it' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} till`)
  await page.getByRole('button', { name: 'Import 1 supplier' }).click()
  await expect(page.getByText('1 supplier imported')).toBeVisible()

  await page.getByRole('link', { name: 'Import another file' }).click()
  await page.getByRole('button', { name: `Rename ${name} till` }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} old till`)
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Rename ${name} old till` })).toBeVisible()
  await choose(page, csv(`${name} 2.csv`, suppliersOf(`${name} 2`).replace('Company', name)))
  await expect(page.getByRole('heading', { name: '1 supplier: every row is right' })).toBeVisible()
  await expect(page.getByText(`read as ${name} old till`)).toBeVisible()

  await page.goto('/import?kind=customers')
  await page.getByRole('link', { name: `${name} 2.csv` }).click()
  await expect(page.getByRole('combobox', { name: 'Read as' })).toHaveValue(`${name} old till`)
  await page.goto('/import?kind=suppliers')
  await page.getByRole('button', { name: `Throw away ${name} 2.csv` }).click()
  await page.getByRole('dialog', { name: 'Throw this file away?' }).getByRole('button', { name: 'Throw away' }).click()
  await expect(page.getByRole('link', { name: `${name} 2.csv` })).toHaveCount(0)
  await page.getByRole('button', { name: `Forget ${name} old till` }).click()
  await page.getByRole('dialog', { name: 'Forget these columns?' }).getByRole('button', { name: 'Forget' }).click()
  await expect(page.getByRole('button', { name: `Forget ${name} old till` })).toHaveCount(0)
})

test('a file is mapped, fixed and imported by keyboard alone', async ({ page }) => {
  const name = unique('Keys')
  const { press, tabTo, type } = countEffort(page)
  await page.goto('/import?kind=items')
  // The browser must know early that the test takes the file chooser, because a key opens it at once.
  const waiting = page.waitForEvent('filechooser')
  await tabTo(page.getByRole('button', { name: 'Choose a file' }))
  await press('Enter')
  await (await waiting).setFiles(csv(`${name}.csv`, piecesOf(name, 12)))
  await tabTo(page.getByRole('combobox', { name: 'Cost comes from' }))
  await type('share')
  await press('Enter')
  await tabTo(page.getByRole('textbox', { name: 'Cost in percent of the price' }))
  await press('Control+a')
  await type('40')
  await press('Enter')
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('Cost is required')).toHaveCount(0)
  await page.keyboard.press('Control+Home')
  for (let steps = 0; steps < 30; steps++) {
    await press('Shift+Tab')
    if (await page.getByRole('button', { name: 'Check the rows' }).evaluate((one) => one === document.activeElement))
      break
  }
  await press('Enter')
  await expect(page.getByRole('heading', { name: '12 of 12 rows are wrong' })).toBeFocused()
  for (const fix of [/^Make these 3 categories/, /^Round half up: Grams/, /^Round half up: Price/]) {
    const button = page.getByRole('button', { name: fix })
    await tabTo(button)
    await press('Enter')
    await expect(button).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: '12 items: every row is right' })).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Import 12 items' }))
  await press('Enter')
  await expect(page.getByRole('heading', { name: '12 items imported' })).toBeFocused()
})

test.describe('Staff', () => {
  test.use({ role: 3 })

  test('imports customers, and is offered no new customer type', async ({ page }) => {
    const name = unique('Staff').replace(' ', '')
    const header = ['First name', 'Last name', 'Contact no', 'Email', 'Customer type']
    const rows = [header, ['Ana', name, '1', `ana@${name}.example`, `Regular ${name}`]]
    await page.goto('/import?kind=customers')
    await choose(page, csv(`${name}.csv`, toCsv(rows)))
    const reason = page.getByRole('listitem', { name: 'Customer type is new in 1 row' })
    await expect(reason.getByRole('button', { name: 'Leave the rows out' })).toBeVisible()
    await expect(reason.getByRole('button', { name: 'Make this customer type' })).toHaveCount(0)
    await axe(page)
    await reason.getByRole('combobox', { name: 'Another customer type' }).fill('Walk')
    await page.getByRole('option', { name: 'Walk-in' }).click()
    await reason.getByRole('button', { name: 'Take it' }).click()
    await page.getByRole('button', { name: 'Import 1 customer' }).click()
    await expect(page.getByText('1 customer imported')).toBeVisible()
  })
})

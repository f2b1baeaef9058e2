import type { Browser, Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import type { ProofRow } from '../../contract/proofs/proofs.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { countEffort } from './effort.ts'
import { axe, expect, test } from './fixtures.ts'
import { openProofShop, type ProofShop } from './proof-shop.ts'

// The queue of payment proofs, in a shop of its own: a proof is approved and rejected by the keyboard alone, in part, with an
// administrator's reason, and undone. Two people see at once what the other does, and a phone does the same.

test.use({ role: null, allow: [/status of (403|409)/], permissions: ['clipboard-read', 'clipboard-write'] })
test.describe.configure({ timeout: 120_000, mode: 'serial' })

let shop: ProofShop
test.beforeAll(async () => {
  test.setTimeout(180_000)
  shop = await openProofShop()
})
test.afterAll(() => shop.close())

type Sent = Awaited<ReturnType<ProofShop['sendProof']>>

/** Signs a page in and opens the queue, or a proof of it. */
async function openQueue(page: Page, account: Account, proof?: Sent) {
  await page.goto(`${shop.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
  await page.goto(`${shop.url}/proof${proof ? `?id=${proof.proofID}` : ''}`)
  await expect(facts(page)).toContainText('Seen in our account')
}
async function pageOf(browser: Browser, account: Account, proof?: Sent) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await openQueue(page, account, proof)
  return { page, context }
}
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })
const rowOf = (page: Page, { proofID }: Sent) => page.getByRole('listitem').filter({ hasText: `P-${proofID} ·` })
/** Waits until a proof is open and takes decisions. */
async function isOpen(page: Page, { proofID }: Sent) {
  await expect(page.getByRole('heading', { name: `P-${proofID}` })).toBeVisible()
  await page.waitForTimeout(600)
}
/** Lets the page itself press a key 0.1 s after it opens a proof, which a slow machine cannot delay. */
const pressOnceOpen = (page: Page, { proofID }: Sent, key: string) =>
  page.evaluate(
    ([title, pressed]) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const titles = [...document.querySelectorAll('h2')].map(({ firstChild }) => firstChild?.textContent)
          if (!titles.includes(title)) return
          observer.disconnect()
          setTimeout(() => {
            document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: pressed!, bubbles: true }))
            resolve()
          }, 100)
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    [`P-${proofID}`, key],
  )
const read = async ({ proofID }: Sent) =>
  (await shop.send<{ data: ProofRow }>(shop.boss, 'GET', `/api/v1/proofs/${proofID}`)).data
const saleOf = async (sale: SaleRow) =>
  (await shop.send<{ data: SaleRow }>(shop.boss, 'GET', `/api/v2/sales/${sale.salesTransactionID}`)).data
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('J and A approve a proof, the next one opens, and a second press decides nothing unseen', async ({ page }) => {
  const first = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(30) })
  const sale = await shop.sell([12_000, 12_000], { customer: 1 })
  const second = await shop.sendProof(sale, { sentAt: hoursAgo(20) })
  const third = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(1) })
  await openQueue(page, shop.joy)
  await isOpen(page, first)
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Over a day', 'Last 24 hours'])
  const { press, count } = countEffort(page)
  await press('j')
  await isOpen(page, second)
  await expect(rowOf(page, second).getByRole('link')).toBeFocused()
  await expect(facts(page)).toContainText('Left if approved₱12,000.00')
  const tooSoon = pressOnceOpen(page, third, 'a')
  await press('a')
  await expect(page.getByText(`P-${second.proofID} approved: ₱12,000.00`)).toBeVisible()
  expect(count()).toEqual({ steps: 2, typed: 0 })

  // The next proof is open, and the press that comes too soon is not for it.
  await tooSoon
  await isOpen(page, third)
  await expect(rowOf(page, third).getByRole('link')).toBeFocused()
  expect([(await read(second)).status, (await read(third)).status]).toEqual(['Approved', 'Sent'])
  expect(await saleOf(sale)).toMatchObject({ amountPaid: 12_000, balance: 12_000 })
  await page.keyboard.press('k')
  await isOpen(page, first)

  // The letters are text in a field.
  await page.getByRole('textbox', { name: 'Reference seen in our account' }).fill('')
  await page.keyboard.type('ajkr')
  await expect(page.getByRole('textbox', { name: 'Reference seen in our account' })).toHaveValue('ajkr')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Reference seen in our account' })).toHaveValue(first.reference)
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Approve: seen in our account')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(page.getByText(`P-${first.proofID} approved: ₱12,000.00`)).toBeVisible()
  await isOpen(page, third)
  await page.keyboard.press('a')
  await expect(page.getByText('No proof waits')).toBeVisible()
  await axe(page)
})

test('R and a number reject with a sentence in the language of the buyer, and own words are theirs', async ({
  page,
}) => {
  const one = await shop.sendProof(await shop.sell([12_000]), { language: 'tl', sentAt: hoursAgo(3) })
  const two = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(2) })
  await openQueue(page, shop.joy, one)
  await isOpen(page, one)
  // A number without R is nothing, and Esc takes R back.
  for (const key of ['2', 'r', 'Escape', '2']) await page.keyboard.press(key)
  expect((await read(one)).rejection).toBeNull()
  // A chosen reason shows what the buyer reads.
  await page.getByText('Reference not found').click()
  await expect(facts(page).getByText('Paolo reads:')).toBeVisible()
  await expect(facts(page).locator('q [lang=tl]')).not.toBeEmpty()
  await page.getByText('Amount differs').click()
  await page.keyboard.press('r')
  await expect(page.getByText(`P-${one.proofID} rejected`)).toBeVisible()
  const { rejection } = await read(one)
  expect(rejection).toMatchObject({ reason: 'amount_differs' })
  // The next proof is open already, and the toast still has the message for a chat.
  const toast = page.getByRole('alert').filter({ hasText: `P-${one.proofID} rejected` })
  await toast.getByRole('button', { name: 'Copy message' }).click()
  const copied = page.getByRole('alert').filter({ hasText: 'Message copied' })
  await copied.getByRole('button', { name: 'Close' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(rejection!.message)
  await expect(toast).toBeHidden()

  await isOpen(page, two)
  const { press, type, count } = countEffort(page)
  await press('r', '6')
  await expect(page.getByLabel('Paolo reads:')).toBeFocused()
  await type('Please call us')
  await press('Enter')
  await expect(page.getByText(`P-${two.proofID} rejected`)).toBeVisible()
  expect(count()).toEqual({ steps: 3, typed: 14 })
  await page.getByRole('link', { name: 'Rejected' }).click()
  await rowOf(page, two).getByRole('link').click()
  await expect(facts(page)).toContainText('Paolo reads: Please call us')
  // The message for a chat has a greeting, here and as long as the toast offers it.
  await facts(page).getByRole('button', { name: 'Copy message' }).click()
  await expect(page.getByText('Message copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Hello Paolo .*\n\nPlease call us\n/s)
})

test('less than owed is a part payment after a question, and more asks what becomes of the rest', async ({ page }) => {
  const sale = await shop.sell([24_000], { customer: 1 })
  const proof = await shop.sendProof(sale, { amount: 24_000 })
  await openQueue(page, shop.joy, proof)
  await isOpen(page, proof)
  const amount = page.getByRole('textbox', { name: 'Amount seen in our account' })
  await amount.fill('30000')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  const over = facts(page).getByRole('group', { name: '₱6,000.00 more than that:' })
  await expect(over.getByText('Choose what becomes of ₱6,000.00')).toBeVisible()
  await expect(over.getByRole('radio', { name: 'Credit of the customer' })).toBeFocused()
  await axe(page)
  await amount.fill('23500')
  await expect(facts(page)).toContainText('Left if approved₱500.00₱500.00 short')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  const question = page.getByRole('dialog', { name: '₱500.00 short' })
  await expect(question.getByRole('button', { name: 'Approve as a part payment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`P-${proof.proofID} approved: ₱23,500.00`)).toBeVisible()
  expect(await saleOf(sale)).toMatchObject({ amountPaid: 23_500, balance: 500 })
})

test('one transfer pays two sales of its customer', async ({ page }) => {
  const [own, other] = [await shop.sell([8000], { customer: 2 }), await shop.sell([7000], { customer: 2 })]
  const proof = await shop.sendProof(own, { amount: 15_000 })
  await openQueue(page, shop.joy, proof)
  await isOpen(page, proof)
  await page.getByRole('button', { name: 'Other sales of the customer' }).click()
  await page.getByRole('textbox', { name: `Amount for ${other.transactionNumber}` }).fill('7500')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('The parts are ₱500.00 more than the amount')).toBeVisible()
  await page.getByRole('textbox', { name: `Amount for ${other.transactionNumber}` }).fill('7000')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(`P-${proof.proofID} approved: ₱15,000.00`)).toBeVisible()
  expect([await saleOf(own), await saleOf(other)].map(({ balance }) => balance)).toEqual([0, 0])
})

test('a used reference is refused at its place, an administrator overrides, and a manager undoes', async ({ page }) => {
  const sale = await shop.sell([12_000])
  const first = await shop.sendProof(await shop.sell([12_000]), { reference: '7788 99' })
  await shop.send(shop.joy, 'PUT', `/api/v1/proofs/${first.proofID}/approve`, {
    amount: 12_000,
    day: first.day,
    payAccountID: shop.account.payAccountID,
    reference: '778899',
  })
  const again = await shop.sendProof(sale, { reference: '77-8899' })
  await openQueue(page, shop.joy, again)
  await isOpen(page, again)
  await expect(rowOf(page, again)).toContainText('Reference used before')
  await page.keyboard.press('a')
  await expect(facts(page).getByRole('alert').filter({ hasText: 'Reference 778899 paid' })).toBeVisible()
  await expect(page.getByLabel('Why do you approve it all the same?')).toBeHidden()

  // Joy has taken it meanwhile, and gives it back for the administrator.
  await shop.send(shop.joy, 'PUT', `/api/v1/proofs/${again.proofID}/release`)
  await openQueue(page, shop.boss, again)
  await isOpen(page, again)
  await page.keyboard.press('a')
  await expect(page.getByLabel('Why do you approve it all the same?')).toBeFocused()
  await page.keyboard.type('The bank has used the number twice')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await expect(page.getByText(`P-${again.proofID} approved`)).toBeVisible()

  await openQueue(page, shop.mila, again)
  await page.getByRole('button', { name: 'Undo approval' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The wrong proof')
  await page.keyboard.press('Enter')
  await expect(facts(page)).toContainText('Undone by Mila Reyes')
  expect(await saleOf(sale)).toMatchObject({ amountPaid: 0, balance: 12_000 })

  // The page of the sale shows its proofs.
  await facts(page).getByRole('link', { name: 'Open sale' }).click()
  await expect(page.getByRole('region', { name: 'Payment proofs' })).toContainText(`P-${again.proofID}₱12,000.00Undone`)
})

test('two people see at once what the other takes and decides', async ({ page, browser }) => {
  const one = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(2) })
  const two = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(1) })
  await openQueue(page, shop.mila, one)
  const { page: joys, context } = await pageOf(browser, shop.joy, two)
  // Joy takes the proof by looking at it for a moment.
  await expect(rowOf(page, two)).toContainText(/Taken by Joy Reyes, (9|10) min left/)
  await expect(facts(joys)).toContainText(/Yours for (9|10) min/)
  await expect(facts(page)).toContainText(/Yours for (9|10) min/)
  await page.keyboard.press('j')
  await isOpen(page, two)
  await expect(facts(page)).toContainText('Joy Reyes is checking this proof')
  // Mila has given the first one back, and cannot decide about the second.
  await expect.poll(async () => (await read(one)).takenBy).toBeNull()
  await page.keyboard.press('a')
  expect((await read(two)).status).toBe('Taken')

  await joys.keyboard.press('a')
  await expect(facts(page).getByText('Joy Reyes has approved this.')).toBeVisible()
  await expect(rowOf(page, two)).toHaveCount(0)
  // Joy's screen has opened the other one by now. She leaves, and gives it back.
  await context.close()
  await shop.send(shop.joy, 'PUT', `/api/v1/proofs/${one.proofID}/release`)
  await page.getByRole('button', { name: 'Next proof' }).click()
  await isOpen(page, one)
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('a')
  await expect(page.getByText(`P-${one.proofID} approved`)).toBeVisible()
  await expect(page.getByText('No proof waits')).toBeVisible()
})

test('alike pictures stand beside each other, the loupe stops at the edge, and a picture turns and grows', async ({
  page,
}) => {
  const earlier = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(9), reference: '1001543610110' })
  const proof = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(5), reference: '1001549827731' })
  const place = { x: 0.55, y: 0.69, width: 0.38, height: 0.03 }
  await shop.likens(proof.fileIDs[0]!, earlier.fileIDs[0]!, [{ here: place, there: place }])
  await openQueue(page, shop.joy, proof)
  await expect(rowOf(page, proof)).toContainText(`Looks like P-${earlier.proofID}`)
  await expect(page.getByRole('heading', { name: `Looks like the picture of P-${earlier.proofID}` })).toBeVisible()
  const mark = page.locator('.proof-crop i')
  await expect(mark).toHaveCount(2)
  const [here, there] = await Promise.all([mark.first().boundingBox(), mark.last().boundingBox()])
  expect(Math.abs(here!.y - there!.y)).toBeLessThan(1)
  await page.getByRole('button', { name: 'Side by side' }).click()
  const both = page.getByRole('dialog', { name: `P-${proof.proofID} and P-${earlier.proofID}` })
  await expect(both.getByRole('img')).toHaveCount(2)
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(both).toBeHidden()

  const stage = page.getByRole('region', { name: /^Picture\. / })
  const picture = stage.getByRole('img')
  const width = async () => (await picture.boundingBox())!.width
  const whole = await width()
  await page.keyboard.press('+')
  expect(await width()).toBeCloseTo(whole * 1.25, 0)
  await page.keyboard.press('0')
  expect(await width()).toBeCloseTo(whole, 0)
  await page.keyboard.press('l')
  const box = (await picture.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.move(box.x - 15, box.y + 40)
  const loupe = (await page.locator('.proof-loupe').boundingBox())!
  expect(loupe.x + loupe.width / 2).toBeCloseTo(box.x, 0)
  await page.getByRole('button', { name: 'Turn' }).click()
  await expect(picture).toHaveCSS('transform', /matrix\(0, 1, -1, 0/)
  await axe(page)
})

test('the queue is searched, filtered, downloaded, and shows what was withdrawn', async ({ page }) => {
  await openQueue(page, shop.mila)
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('1001549827731')
  await expect(page.getByRole('list', { name: 'Proofs' }).getByRole('listitem')).toHaveCount(1)
  const download = page.waitForEvent('download')
  // A browser that can stream to the disk asks for the place, which a test cannot answer.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^payment-proofs-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Withdrawn' }).click()
  await expect(page.getByText('No payment proof was withdrawn so far.')).toBeVisible()
  await axe(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('a proof is rejected with two touches', async ({ page }) => {
    const proof = await shop.sendProof(await shop.sell([12_000]), { sentAt: hoursAgo(40) })
    await openQueue(page, shop.joy, proof)
    await isOpen(page, proof)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await axe(page)
    const { tap, count } = countEffort(page)
    await tap(page.getByText('Picture cannot be read'))
    await tap(page.getByRole('button', { name: /^Reject/ }))
    await expect(page.getByText(`P-${proof.proofID} rejected`)).toBeVisible()
    expect(count().steps).toBe(2)
    expect((await read(proof)).rejection).toMatchObject({ reason: 'unreadable' })
  })
})

import type { Page } from '@playwright/test'

import type { LiveClaimRow } from '../../contract/live/live-claims.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { openAsAnother, startLive } from './live-steps.ts'

// The console of a live by the keyboard alone: a piece is put on show, claims are typed, read back before Enter and taken
// back, an unclear one is decided, and a second person sees it at once. On a phone a tap on a name claims.

test.use({ role: 3, allow: [/status of 409/], permissions: ['clipboard-read', 'clipboard-write'] })

/** Three rings: 1, and 2 and 3 of the same weight. */
const rings = [4, 2.5, 2.5].map((grams) => ({ grams, price: 20_000 }))

const box = (page: Page) => page.getByRole('textbox', { name: 'Claim' })
const onShow = (page: Page) => page.getByRole('region', { name: 'On show' })
const line = (page: Page, number: number) => page.getByRole('list', { name: `Claims on piece ${number}` })
const told = (page: Page) => page.getByRole('form', { name: 'Note a claim' })

test('claims are typed, read back, decided and taken back, and a second person sees them', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  test.slow()
  const { liveID, items } = await startLive(account, rings)
  const [ana, bea, cel] = [unique('ana'), unique('bea'), unique('cel')].map((name) => name.replace(' ', ''))
  await page.goto(`/live?id=${liveID}`)
  await expect(box(page)).toBeFocused()

  // The screen shows the next piece before the server has answered.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/lives/*/show', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('PageDown')
  await expect(onShow(page).getByRole('heading', { name: items[0]!.itemName })).toBeVisible()
  answer()

  await page.keyboard.type(ana!)
  await expect(told(page).getByRole('status')).toContainText(`${ana}, new buyer`)
  await expect(told(page).getByRole('status')).toContainText('wins')
  await expect(line(page, 1)).toContainText('you are typing')
  await page.keyboard.press('Enter')
  await expect(told(page)).toContainText(`Piece 1 went to ${ana}`)
  await expect(line(page, 1)).toContainText(/typed by/)
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeFocused()

  // A second person has the claim on the screen, and notes it again.
  const second = await openAsAnother(browser, liveID, baseURL!)
  await expect(line(second.page, 1)).toContainText(ana!)
  await expect(box(second.page)).toBeFocused()
  await second.page.keyboard.type(`1 ${ana}`)
  await second.page.keyboard.press('Enter')
  await expect(told(second.page)).toContainText('has noted this already')
  await page.keyboard.type(`${bea}`)
  await expect(told(page).getByRole('status')).toContainText('next in line')
  await page.keyboard.press('Enter')
  // A slow machine reads changes of others more rarely.
  await expect(line(second.page, 1)).toContainText('Next in line', { timeout: 45_000 })
  await second.context.close()

  // Two pieces have these grams, so a person chooses, with a key beside the box.
  await page.keyboard.type(`${cel} 2.5g`)
  await page.keyboard.press('Enter')
  const open = page.getByRole('list', { name: 'Needs a person' })
  await expect(open).toContainText('2.50 g is pieces 2 and 3: choose one')
  await axe(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await expect(told(page)).toContainText(`Piece 3 went to ${cel}`)
  await expect(open).toBeHidden()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(told(page)).toContainText('Taken back')

  // A withdrawn piece asks the next in line.
  await page.getByRole('button', { name: `Withdraw the claim of ${ana}` }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Changed her mind')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `${bea} takes it` }).click()
  await expect(told(page)).toContainText(`Piece 1 went to ${bea}`)
  const { data } = await api<{ data: LiveClaimRow[] }>(account, 'GET', `/api/v1/lives/${liveID}/claims`)
  expect(data.map(({ number, status }) => [number, status])).toEqual([
    [1, 'withdrawn'],
    [1, 'won'],
    [3, 'withdrawn'],
  ])
})

test('the presenter moves on with Page Down, and baskets are sent one after another', async ({ page, account }) => {
  test.slow()
  const { liveID, items } = await startLive(account, rings)
  const ana = unique('ana').replace(' ', '')
  await page.goto(`/live?id=${liveID}&view=present`)
  await expect(page.getByRole('heading', { name: /^Friday live/ })).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: items[0]!.itemName })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Claim' })).toContainText('say mine 1')
  await expect(page.getByRole('region', { name: 'What follows' })).toContainText('2')
  // Another screen notes a claim, and the presenter shows it by itself.
  await api(account, 'POST', `/api/v1/lives/${liveID}/comments`, { text: `1 ${ana}` })
  // Viewers read the letters at the start of the handle alone.
  const [firstName] = /^[a-z]+/.exec(ana)!
  await expect(page.getByRole('heading', { name: firstName, exact: true })).toBeVisible({ timeout: 45_000 })
  await axe(page)

  await page.goto(`/live?id=${liveID}`)
  await page.getByRole('link', { name: 'Baskets 1' }).click()
  await expect(page.getByRole('region', { name: 'Baskets' })).toContainText(ana)
  await expect(page.getByText(/Who was first can be proved: \d+ steps? replays? to the same winners/)).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Send 1 order page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy message' }).click()
  await expect(page.getByLabel('Text of the message')).toContainText('#')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Baskets' })).toContainText('Sent ')
  await expect(page.getByRole('button', { name: 'Send 1 order page' })).toBeHidden()
})

test('pasted comments are read, the certain ones accepted together, and the rest decided by key', async ({
  page,
  account,
}) => {
  test.slow()
  const { liveID } = await startLive(account, rings)
  const [ana, bea] = [unique('ana'), unique('bea')].map((name) => name.replace(' ', ''))
  await page.goto(`/live?id=${liveID}`)
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('F4')
  const field = page.getByRole('textbox', { name: 'Comments, one in each line' })
  await expect(field).toBeFocused()
  const lines = [`${ana}: mine 1`, `${bea}: 2.5g mine po`, `${ana}: hello po`]
  await field.fill(lines.join('\n'))
  await expect(page.getByRole('region', { name: 'Lines', exact: true })).toContainText('1 certain')
  await axe(page)
  await field.press('Control+Enter')
  const rows = page.getByRole('region', { name: 'How the lines are read' }).getByRole('article')
  await expect(rows.nth(0)).toContainText('Won')
  await expect(rows.nth(1)).toContainText('2.50 g is pieces 2 and 3: choose one')
  await page.keyboard.press('2')
  await expect(rows.nth(1)).toContainText('Won')
  // Pasted again, only what is new is stored.
  await field.fill([...lines, `${bea}: mine 2`].join('\n'))
  await expect(page.getByRole('region', { name: 'Lines', exact: true })).toContainText('1 certain')
  await page.getByRole('button', { name: 'Accept 1 certain' }).click()
  const nothingNew = page.getByRole('button', { name: /^Store 0 new/ })
  await expect(nothingNew).toBeDisabled()
  // Where nothing overlaps, a person says by key where the paste joins.
  await field.fill([`${bea}: mine 2!!`, `${ana}: ganda`].join('\n'))
  const seam = page.getByRole('region', { name: 'Where the paste joins' })
  await expect(seam).toContainText('None of these lines is here already')
  await page.getByRole('heading', { name: 'Paste comments' }).click()
  await page.keyboard.press(']')
  await expect(seam).toContainText('Line 1 is here, up to “mine 2” of')
  await expect(rows.nth(0)).toContainText('here as')
  await page.keyboard.press('Control+Enter')
  await expect(nothingNew).toBeDisabled()
  const { data } = await api<{ data: LiveClaimRow[] }>(account, 'GET', `/api/v1/lives/${liveID}/claims`)
  expect(data.map(({ number, status }) => [number, status])).toEqual([
    [1, 'won'],
    [2, 'won'],
    [3, 'won'],
  ])
})

test('the overlay has a secret address, which stops when a new one is made', async ({ page, account }) => {
  const { liveID, items } = await startLive(account, rings)
  await api(account, 'PUT', `/api/v1/lives/${liveID}/show`, { to: 'next', showID: null })
  await page.goto(`/live?id=${liveID}&view=plan`)
  const panel = page.getByRole('region', { name: 'Overlay for OBS' })
  await panel.getByRole('button', { name: 'Make address' }).click()
  const address = panel.getByLabel('Overlay address')
  await expect(address).toHaveValue(/\/live-overlay#[\w-]{43}$/)
  await expect(panel).toContainText('Address made')
  await axe(page)
  const first = await address.inputValue()
  const overlay = await page.context().newPage()
  await overlay.goto(first)
  await expect(overlay.getByRole('heading', { name: items[0]!.itemName })).toBeVisible()

  await panel.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make New Address' }).click()
  await expect(address).not.toHaveValue(first)
  await expect(overlay.getByRole('heading', { name: items[0]!.itemName })).toBeHidden()
  await overlay.goto(await address.inputValue())
  await expect(overlay.getByRole('heading', { name: items[0]!.itemName })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a tap on a name claims the piece on show, and Take back undoes it', async ({ page, account }) => {
    const { liveID, items } = await startLive(account, rings)
    const ana = unique('ana').replace(' ', '')
    await page.goto(`/live?id=${liveID}`)
    await page.getByRole('button', { name: 'Next piece' }).click()
    await expect(onShow(page)).toContainText(items[0]!.itemName)
    await box(page).fill(ana)
    await page.getByRole('button', { name: 'Note' }).click()
    await expect(line(page, 1)).toContainText(ana)
    await page.getByRole('button', { name: 'Next piece' }).click()
    await expect(page.getByText('Tap a name: wins for 2')).toBeVisible()
    await page.getByRole('button', { name: ana, exact: true }).click()
    await expect(line(page, 2)).toContainText('Won')
    await axe(page)
    await page.getByRole('button', { name: /^Take back/ }).click()
    await expect(line(page, 2).getByRole('listitem')).toHaveCount(0)
  })
})

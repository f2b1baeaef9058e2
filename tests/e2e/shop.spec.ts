import type { Page } from '@playwright/test'

import type { Account } from '../../contract/people/account.ts'
import { drawPicture, formOf } from '../support/pictures.ts'
import { api, axe, expect, newAccount, test, unique } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

test.use({ role: null })

type Piece = { itemID: number; itemName: string }
/** Three rings in a separate category, apart from the pieces of other tests. */
let vitrine: { staff: Account; category: string; categoryID: number; emerald: Piece; plain: Piece; dear: Piece }

test.beforeAll(async () => {
  const staff = await newAccount(3)
  const category = unique('Rings')
  const names = { categoryCode: unique('C'), categoryName: category }
  const { data } = await api<{ data: { categoryID: number } }>(staff, 'POST', '/api/v1/categories', names)
  const { categoryID } = data
  const piece = async (fields: object, colours: string[] = []): Promise<Piece> => {
    const given = { itemCode: unique('R'), itemName: unique('Ring'), categoryID, uom: 'PCS', grams: 4.85, cost: 1 }
    const files = await Promise.all(
      colours.map(
        async (colour) => [`${colour}.png`, await drawPicture(colour, { width: 1600, height: 1600 })] as const,
      ),
    )
    const response = await fetch(`${process.env['SHOP_URL']}/api/v1/item-inventory`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}` },
      body: formOf({ ...given, ...fields }, Object.fromEntries(files)),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()).data
  }
  const facts = { karat: '22K', metal: 'Yellow gold', stone: 'Emerald', leadTimeDays: 21, certificateNumber: 'GR 1' }
  vitrine = {
    staff,
    category,
    categoryID,
    dear: await piece({ price: 264000, karat: '18K', metal: 'White gold' }),
    emerald: await piece({ price: 128000, ...facts, description: '</script><b>Deep green</b>' }, ['green', 'gold']),
    plain: await piece({ price: 24500, karat: '18K', quantity: 2 }),
  }
})

const names = (page: Page) => page.getByRole('region', { name: 'Pieces' }).getByRole('heading', { level: 3 })
const found = (page: Page, count: string) => expect(page.getByRole('status').filter({ hasText: count })).toBeVisible()
/** Opens the catalogue with this file's pieces. Pages are cached for some seconds and may be older. */
const openShop = (page: Page, { scripts = true } = {}) =>
  expect(async () => {
    // The first call of the scripts counts the visit.
    const visit = scripts ? page.waitForResponse('**/api/shop/visits') : null
    await page.goto('/shop')
    if (visit) expect((await visit).status()).toBe(200)
    const box = page.getByRole('checkbox', { name: vitrine.category, includeHidden: true })
    await expect(box).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
const ask = async (page: Page, question: string) => {
  await page.getByLabel('Name').fill('Maricel Tanaka')
  await page.getByLabel('Email').fill(`${unique('user')}@mail.example`)
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your question has reached us.' })).toBeVisible()
}

/** Asserts that the question is in the staff's messages. */
async function reaches(question: string) {
  const { data } = await api<{ data: { text: string; itemID: number }[] }>(
    vitrine.staff,
    'GET',
    `/api/v1/questions?search=${encodeURIComponent(question)}`,
  )
  expect(data).toMatchObject([{ text: question, itemID: vitrine.emerald.itemID }])
}

test.describe('with a mistake in the form', () => {
  test.use({ allow: [/400/] })

  test('a visitor narrows the catalogue, looks closely at a piece and asks about it', async ({ page }) => {
    const { category, emerald, plain, dear } = vitrine
    await openShop(page)
    await expect(page.getByRole('heading', { name: 'The collection' })).toBeVisible()
    await page.getByRole('checkbox', { name: category }).check()
    await found(page, '3 pieces')
    await axe(page)
    await page.getByRole('checkbox', { name: '18K' }).check()
    await found(page, '2 pieces')
    await expect(names(page)).toHaveText([plain.itemName, dear.itemName])
    await page.getByLabel('Sort').selectOption('Price, high to low')
    await expect(names(page)).toHaveText([dear.itemName, plain.itemName])

    // The address stores every choice: Back undoes one, and removing a filter clears it.
    await page.goBack()
    await expect(names(page)).toHaveText([plain.itemName, dear.itemName])
    await page.getByRole('link', { name: 'Remove: 18K' }).click()
    await found(page, '3 pieces')
    await expect(page.getByRole('checkbox', { name: '18K' })).not.toBeChecked()
    await page.getByLabel('From').fill('₱999,999,999')
    await page.getByLabel('From').press('Enter')
    await expect(page.getByRole('heading', { name: 'No piece fits all of this' })).toBeVisible()
    await page.getByRole('link', { name: /From ₱999,999,999/ }).click()
    await page.getByRole('searchbox', { name: 'Search pieces' }).fill(`emerald ${emerald.itemName}`)
    await page.keyboard.press('Enter')
    await found(page, '1 piece')

    await names(page).getByRole('link', { name: emerald.itemName }).click()
    await expect(page.getByRole('heading', { level: 1, name: emerald.itemName })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '22K' })).toBeVisible()
    await expect(page.getByText('₱128,000.00')).toBeVisible()
    await expect(page.getByText('Made to order in about 21 days')).toBeVisible()
    await expect(page.getByText('</script><b>Deep green</b>')).toBeVisible()
    const facts = await page.locator('script[type="application/ld+json"]').first().textContent()
    expect(JSON.parse(facts!)).toMatchObject({
      '@type': 'Product',
      name: emerald.itemName,
      offers: { price: '128000.00', priceCurrency: 'PHP', availability: 'https://schema.org/MadeToOrder' },
    })
    await axe(page)

    // The zoom works by keyboard alone.
    const large = page.getByTitle('Look closely')
    await expect(large.locator('.zoom-sign')).toBeVisible()
    await large.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: emerald.itemName })
    await expect(dialog.getByText('100 %')).toBeVisible()
    // The zoom shows the largest picture of the piece.
    const widthOf = () => dialog.getByRole('img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth)
    await expect.poll(widthOf).toBe(1600)
    await page.keyboard.press('+')
    await expect(dialog.getByText('150 %')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('1 / 2')).toBeVisible()
    await page.keyboard.press('-')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('2 / 2')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(large).toBeFocused()

    await page.getByRole('button', { name: 'Send question' }).click()
    await expect(page.getByText('Please tell us your name')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    const question = unique('Can it be made in size 9?')
    await ask(page, question)
    await reaches(question)
  })
})

test('a Japanese page marks English words as English', async ({ page }) => {
  const { emerald } = vitrine
  await page.goto(`/ja/shop/${emerald.itemID}`)
  await expect(page.getByRole('heading', { level: 1, name: emerald.itemName })).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('definition').filter({ hasText: 'イエローゴールド' })).toBeVisible()
  await expect(page.getByText('受注製作・納期は約21日')).toBeVisible()
  await axe(page)
})

test('a Japanese name breaks after its comma, and no word of it breaks', async ({ page }) => {
  const itemName = 'ダイヤモンドテニスブレスレット、18Kホワイトゴールド'
  const { itemID } = await createItem(vitrine.staff, { ...atMain, translations: [{ language: 'ja', itemName }] })
  for (const width of [360, 390, 768, 1000, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/ja/shop/${itemID}`)
    const phrases = page.getByRole('heading', { level: 1 }).locator('.phrase')
    await expect(phrases).toHaveText(['ダイヤモンドテニスブレスレット、', '18Kホワイトゴールド'])
    const lines = await phrases.evaluateAll((all) =>
      all.map((phrase) =>
        Math.round(phrase.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(phrase).lineHeight)),
      ),
    )
    expect([width, lines]).toEqual([width, [1, 1]])
  }
})

test('the same piece in another gold stands apart from the pieces that go with it', async ({ page }) => {
  const design = unique('Sampaguita studs')
  // Pieces with the same stone are suggested first.
  const stone = unique('Larimar')
  const rose = await createItem(vitrine.staff, {
    ...atMain,
    stone,
    itemName: `${design}, 14K rose gold`,
    karat: '14K',
    metal: 'Rose gold',
  })
  const { categoryID } = rose
  const white = { ...atMain, categoryID, stone, karat: '18K', metal: 'White gold' }
  await createItem(vitrine.staff, { ...white, itemName: `${design}, 18K white gold` })
  // A card has the name without the metal.
  const hoops = unique('Hoops')
  await createItem(vitrine.staff, { ...white, itemName: `${hoops}, 18K white gold` })
  await page.goto(`/shop/${rose.itemID}`)
  const golds = page.locator('section').filter({ has: page.getByRole('heading', { name: 'In other golds' }) })
  await expect(golds.getByRole('link')).toHaveText([/18K.*White gold/])
  const others = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Goes with it' }) })
  await expect(others.getByText(hoops)).toBeVisible()
  await expect(others.getByText(design)).toHaveCount(0)
  await golds.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${design}, 18K white gold`)
  await expect(golds.getByRole('link')).toHaveText([/14K.*Rose gold/])
})

test('the cards of a row show a short name and the metal, and align their prices', async ({ page }) => {
  const word = unique('Rivet')
  const first = await createItem(vitrine.staff, {
    ...atMain,
    itemName: `${word} ring, 18K white gold`,
    karat: '18K',
    metal: 'White gold',
  })
  const { categoryID } = first
  const gold = { ...atMain, categoryID, karat: '18K', metal: 'Yellow gold' }
  await createItem(vitrine.staff, {
    ...gold,
    itemName: `${word} bracelet with a chain of many small links and a safe clasp, 18K yellow gold`,
  })
  await createItem(vitrine.staff, { ...gold, itemName: `${word} brooch, plain` })
  const cards = page.getByRole('region', { name: 'Pieces' }).getByRole('article').filter({ hasText: word })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      await page.goto(`/shop?categoryID=${categoryID}`)
      await expect(cards).toHaveCount(3, { timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await expect(cards.filter({ hasText: 'ring' }).first()).toContainText('White gold')
    await expect(cards.getByRole('heading', { name: `${word} ring`, exact: true })).toHaveCount(1)
    // Cards of one row begin at the same height; their prices do, too.
    const places = await cards.evaluateAll((all) =>
      all.map((card) => [card.getBoundingClientRect().top, card.querySelector('.price')!.getBoundingClientRect().top]),
    )
    for (const [top, price] of places)
      expect(places.filter((other) => other[0] === top).map((other) => other[1])).toEqual(
        places.filter((other) => other[0] === top).map(() => price),
      )
  }
})

test('choices made before the scripts run are kept, and text being typed is not changed', async ({ page }) => {
  const { category, plain } = vitrine
  // Wait until the cached catalogue shows the new pieces.
  await openShop(page)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/client-*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole('checkbox', { name: category }).check()
  await page.getByRole('checkbox', { name: '18K' }).check()
  await page.getByLabel('To', { exact: true }).fill('30,000')
  await page.getByLabel('Sort').selectOption('Price, low to high')
  const search = page.getByRole('searchbox', { name: 'Search pieces' })
  await search.fill('being typed')
  scripts.resolve()
  await expect(page).toHaveURL(/karat=18K/)
  await expect(names(page)).toHaveText([plain.itemName])
  await expect(page).toHaveURL(/maxPrice=30000&sort=price/)
  await expect(page.getByRole('checkbox', { name: '18K' })).toBeChecked()
  await expect(search).toHaveValue('being typed')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'No piece fits all of this' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the filters open as a sheet over the pieces', async ({ page }) => {
    await openShop(page)
    await expect(page.getByRole('checkbox', { name: vitrine.category })).toBeHidden()
    await page.getByText('Filter', { exact: true }).click()
    await page.getByRole('checkbox', { name: vitrine.category }).check()
    // A karat that has been scrolled to the button lies below it.
    const show = page.getByRole('button', { name: 'Show 3 pieces' })
    const covered = await show.evaluate((button) => {
      const fields = document.querySelector<HTMLElement>('.filters')!
      const karat = document.querySelector('input[name="karat"]')!
      const middle = (element: Element) => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2
      }
      // However many categories stand above it, there is room to scroll the karat to the button.
      fields.style.paddingBlock = '900px'
      fields.scrollTop += middle(karat) - middle(button)
      const left = Math.max(button.getBoundingClientRect().left, karat.getBoundingClientRect().left)
      const at = document.elementFromPoint(left + 4, middle(karat))
      const apart = Math.abs(middle(karat) - middle(button))
      fields.style.paddingBlock = ''
      return { apart: Math.round(apart), at: at?.tagName }
    })
    expect(covered).toEqual({ apart: 0, at: 'BUTTON' })
    await show.click()
    await expect(page.getByRole('checkbox', { name: vitrine.category })).toBeHidden()
    await expect(names(page)).toHaveCount(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('two fingers zoom a picture, one moves it, a tap resets it', async ({ page }) => {
    const { emerald } = vitrine
    // Before the scripts run, the picture is a link to its file.
    const visit = page.waitForResponse('**/api/shop/visits')
    await page.goto(`/shop/${emerald.itemID}`)
    await visit
    await page.getByTitle('Look closely').tap()
    const dialog = page.getByRole('dialog', { name: emerald.itemName })
    await expect(dialog.getByText('100 %')).toBeVisible()
    const picture = dialog.getByRole('img')
    const before = (await picture.boundingBox())!
    const [x, y] = [195, before.y + before.height / 2]
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((at, id) => ({ ...at, id })) })
    const apart = (by: number) => [
      { x: x - by, y },
      { x: x + by, y },
    ]

    await touch('touchStart', ...apart(40))
    for (const by of [50, 60, 70, 80]) await touch('touchMove', ...apart(by))
    await touch('touchEnd')
    await expect(dialog.getByText('200 %')).toBeVisible()
    const large = (await picture.boundingBox())!
    expect(large.width).toBeCloseTo(2 * before.width, 0)

    await touch('touchStart', { x, y })
    for (const by of [20, 40, 60]) await touch('touchMove', { x: x + by, y: y + by / 2 })
    await touch('touchEnd')
    await expect(dialog.getByText('200 %')).toBeVisible()
    await expect.poll(async () => Math.round((await picture.boundingBox())!.x - large.x)).toBe(60)
    // The page behind keeps its position and scale.
    expect(await page.evaluate(() => [scrollY, visualViewport!.scale])).toEqual([0, 1])

    await dialog.getByRole('img').tap()
    await expect(dialog.getByText('100 %')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await expect(dialog).toBeHidden()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, allow: [/400/] })

  test('a visitor filters the catalogue, opens a piece and asks about it', async ({ page }) => {
    const { category, emerald } = vitrine
    await openShop(page, { scripts: false })
    await page.getByRole('checkbox', { name: category }).check()
    await page.getByRole('checkbox', { name: 'Emerald' }).first().check()
    await page.getByRole('button', { name: 'Show pieces' }).click()
    await found(page, '1 piece')
    await page.getByRole('link', { name: emerald.itemName }).click()
    await expect(page.getByRole('heading', { level: 1, name: emerald.itemName })).toBeVisible()
    await page.getByLabel('Email').fill('not an address')
    await page.getByRole('button', { name: 'Send question' }).click()
    await expect(page.getByText('This does not look like an email address')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('not an address')
    const question = unique('And without scripts?')
    await ask(page, question)
    await reaches(question)
  })
})

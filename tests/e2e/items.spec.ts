import type { Locator, Page } from '@playwright/test'

import type { CategoryRow } from '../../contract/catalogue/categories.ts'
import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, test, unique } from './fixtures.ts'
import { form, okay, scanAstray } from './steps.ts'

type One<T> = { data: T }

/** Creates a category. */
async function givenCategory(account: Account | null) {
  const names = { categoryCode: unique('C'), categoryName: unique('Category') }
  return (await api<One<CategoryRow>>(account, 'POST', '/api/v1/categories', names)).data
}

/** Creates an item in a category of its own. */
async function givenItem(account: Account | null, fields: object = {}) {
  const { categoryID } = await givenCategory(account)
  const plain = { itemCode: unique('I'), itemName: unique('Item'), categoryID, uom: 'PCS', grams: 3.2 }
  const body = { ...plain, price: 86500, cost: 61200, ...fields }
  return (await api<One<ItemRow>>(account, 'POST', '/api/v1/item-inventory', body)).data
}

const stored = async (account: Account | null, { itemID }: ItemRow) =>
  (await api<One<ItemRow>>(account, 'GET', `/api/v1/items/${itemID}`)).data

/** Returns the items with exactly this code or barcode. */
const foundBy = async (account: Account | null, code: string) =>
  (await api<One<ItemRow[]>>(account, 'GET', `/api/v1/items?code=${encodeURIComponent(code)}`)).data

const listOf = (item: ItemRow) => `/items?search=${encodeURIComponent(item.itemCode)}`
const rowOf = (page: Page, { itemCode }: ItemRow) => page.getByRole('row').filter({ hasText: itemCode })

const picturesIn = (within: Locator) => within.locator('.pictures img')
const picture = async (colour: string) => ({
  name: `${colour}.png`,
  mimeType: 'image/png',
  buffer: await drawPicture(colour, { width: 40, height: 40 }),
})

test('an item is created with two photos and an opening stock of 10', async ({ page, account }) => {
  const { categoryName } = await givenCategory(account)
  const [code, name] = [unique('RG'), unique('Emerald ring')]
  const barcode = unique('4801')
  await page.goto('/items')
  await expect(page.getByRole('heading', { name: 'ITEM LIST' })).toBeVisible()
  await page.getByRole('button', { name: '+ Create Item' }).first().click()
  const create = form(page, 'Create Item')
  await expect(create.getByLabel('Item code')).toBeFocused()
  await create.getByLabel('Item code').fill(code)
  await create.getByRole('combobox', { name: 'Category' }).fill(categoryName)
  await page.getByRole('option', { name: categoryName }).click()
  await create.getByLabel('Item name').fill(name)
  await create.getByLabel('Price').fill('86,500')
  await create.getByLabel('Cost').fill('61200')
  await create.getByLabel('Grams').fill('3.42')
  await create.getByLabel('Net weight').fill('3.118')
  await create.getByLabel('Barcode').fill(barcode)
  await create.getByLabel('Description', { exact: true }).fill('Two baguette diamonds')
  await create
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('green'), await picture('gold')])
  await create.getByRole('button', { name: 'Move gold.png forward' }).click()
  await expect(create.getByRole('button', { name: 'Move gold.png back' })).toBeFocused()
  await expect(create.locator('.pictures li').first()).toContainText('Cover')
  await create.getByRole('combobox', { name: 'Karat' }).click()
  await page.getByRole('option', { name: '18K' }).click()
  await create.getByLabel('Stone').fill('Emerald 1.1 ct')
  await create.getByLabel('Lead time').fill('14')
  await expect(create.getByLabel('Name in Japanese')).toBeHidden()
  await create.getByText('Other languages').click()
  await create.getByLabel('Name in Japanese').fill('エメラルドの指輪')
  await expect(create.getByRole('combobox', { name: 'Location' })).toHaveValue('Main')
  await expect(create.getByRole('combobox', { name: 'Inventory type' })).toHaveValue('On hand')
  await create.getByLabel('Quantity').fill('10.5')
  await expect(create.getByText('Pieces and pairs are counted in whole numbers').first()).toBeVisible()
  await create.getByLabel('Quantity').fill('10')
  await create.getByLabel('Reorder threshold').fill('2')
  await create.getByRole('button', { name: 'Create Item' }).click()
  await expect(page.getByRole('dialog', { name: 'Item Created!' })).toBeVisible()
  await page.getByRole('button', { name: 'Okay' }).click()

  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row.getByRole('cell', { name: '₱86,500.00' })).toBeVisible()
  await expect(row.getByText('Active')).toBeVisible()
  await row.getByRole('button', { name: `View ${name}` }).click()
  const details = page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })
  await expect(details.getByText('₱61,200.00')).toBeVisible()
  await expect(details.getByText('14 days')).toBeVisible()
  await expect(details.getByText('エメラルドの指輪')).toHaveAttribute('lang', 'ja')
  await expect(details.getByRole('definition').filter({ hasText: /^10$/ })).toBeVisible()
  await expect(details.getByRole('img')).toHaveCount(2)
  await details.getByRole('button', { name: 'Close' }).last().click()
  await expect(details).toBeHidden()

  const found = await foundBy(account, barcode)
  const translations = [{ language: 'ja', itemName: 'エメラルドの指輪', description: null }]
  const wanted = { itemCode: code, available: 10, karat: '18K', cost: 61200, leadTimeDays: 14, translations }
  expect(found).toMatchObject([wanted])
})

test('an item is edited together with its pictures', async ({ page, account }) => {
  const item = await givenItem(account, { quantity: 1 })
  await page.goto(listOf(item))
  await page.getByRole('button', { name: `Edit ${item.itemName}` }).click()
  const edit = form(page, 'Edit Item')
  await edit
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('red'), await picture('blue')])
  await edit.getByLabel('Item name').fill('Polished')
  await edit.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await edit.getByRole('button', { name: 'Update Item' }).click()
  await expect(page.getByRole('dialog', { name: 'Item Updated!' }).getByRole('button', { name: 'Okay' })).toBeFocused()
  await page.keyboard.press('Enter')
  const row = rowOf(page, item)
  await expect(row.getByText('Inactive')).toBeVisible()
  const first = await stored(account, item)
  expect([first.itemName, first.images.length]).toEqual(['Polished', 2])

  // One picture is deleted; another is added and moved to the front.
  await row.getByRole('button', { name: 'Edit Polished' }).click()
  await edit.getByRole('button', { name: 'Remove Picture 1' }).click()
  await edit
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('teal')])
  await edit.getByRole('button', { name: 'Move teal.png forward' }).click()
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Okay' }).click()
  const second = await stored(account, item)
  expect(second.images).toHaveLength(2)
  expect(second.images[1]!.id).toBe(first.images[1]!.id)
})

test.describe('a file that is no picture', () => {
  test.use({ allow: [/415/] })
  test('is refused before or after it is sent, and the item is not saved', async ({ page, account }) => {
    const { categoryName } = await givenCategory(account)
    const code = unique('BAD')
    const count = async () => (await foundBy(account, code)).length
    await page.goto('/items')
    await page.getByRole('button', { name: '+ Create Item' }).first().click()
    const create = form(page, 'Create Item')
    const files = create.locator('input[type=file]').first()
    await create.getByLabel('Item code').fill(code)
    await create.getByRole('combobox', { name: 'Category' }).fill(categoryName)
    await page.getByRole('option', { name: categoryName }).click()
    await create.getByLabel('Item name').fill('Band')
    for (const label of ['Price', 'Cost', 'Grams']) await create.getByLabel(label).fill('1')
    await files.setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
      { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 2 ** 20 + 1) },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
    ])
    await expect(create.getByText('notes.txt is not a picture we can read')).toBeVisible()
    await expect(create.getByText('large.png has more than 10 MB')).toBeVisible()
    await create.getByRole('button', { name: 'Create Item' }).click()
    await expect(create.getByText(/^Error: We cannot read broken.png as a picture/)).toBeVisible()
    expect(await count()).toBe(0)
    await create.getByRole('button', { name: 'Remove broken.png' }).click()
    await create.getByRole('button', { name: 'Create Item' }).click()
    await expect(page.getByRole('dialog', { name: 'Item Created!' })).toBeVisible()
    expect(await count()).toBe(1)
  })
})

test.describe('a refusal', () => {
  test.use({ allow: [/422/] })
  test('stays in the form until it is fixed or closed', async ({ page, account }) => {
    const item = await givenItem(account, { quantity: 1 })
    await page.goto(listOf(item))
    await page.getByRole('button', { name: `Edit ${item.itemName}` }).click()
    const edit = form(page, 'Edit Item')
    await edit.getByRole('combobox', { name: 'UOM' }).click()
    await page.getByRole('option', { name: 'BULK' }).click()
    await edit.getByRole('button', { name: 'Update Item' }).click()
    await expect(edit.getByText('Error: The UOM cannot change once the item has had stock')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(edit).toBeHidden()
  })
})

test('pictures are pasted, dropped and reordered, and any can become the cover', async ({ page }) => {
  await page.goto('/items')
  await page.getByRole('button', { name: '+ Create Item' }).first().click()
  const create = form(page, 'Create Item')
  await create.waitFor()
  const bytes = [...(await drawPicture('orchid'))]
  await page.evaluate((data) => {
    const transfer = (name: string) => {
      const held = new DataTransfer()
      held.items.add(new File([new Uint8Array(data)], name, { type: 'image/png' }))
      return held
    }
    const at = document.querySelector('.drop')!
    // All pasted files have the same name. The form accepts them anywhere.
    for (const into of [at, document.activeElement!])
      into.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer('image.png'), bubbles: true }))
    at.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer('dropped.png'), bubbles: true, cancelable: true }))
  }, bytes)
  const order = () => picturesIn(create).evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
  await expect.poll(order).toEqual(['image.png', 'image.png (2)', 'dropped.png'])
  await expect(create.locator('.pictures li').first()).toContainText('Cover')

  await picturesIn(create).nth(2).dragTo(picturesIn(create).first())
  await expect.poll(order).toEqual(['dropped.png', 'image.png', 'image.png (2)'])
  // A picture dropped elsewhere returns to its place.
  await picturesIn(create).first().hover()
  await page.mouse.down()
  await picturesIn(create).nth(1).hover()
  await expect.poll(order).toEqual(['image.png', 'dropped.png', 'image.png (2)'])
  await create.getByText('Details').hover()
  await page.mouse.up()
  await expect.poll(order).toEqual(['dropped.png', 'image.png', 'image.png (2)'])

  await create.getByRole('button', { name: 'Make cover: image.png (2)' }).press('Enter')
  await expect.poll(order).toEqual(['image.png (2)', 'dropped.png', 'image.png'])
  await expect(create.getByRole('button', { name: 'Move image.png (2) back' })).toBeFocused()
  for (const name of ['image.png (2)', 'dropped.png', 'image.png'])
    await create.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
  await expect(create.getByRole('button', { name: 'Choose pictures' })).toBeFocused()
})

test('a duplicate copies everything except unique values, and keeps pictures', async ({ page, account }) => {
  const own = { barcode: unique('48'), certificateNumber: 'GIA 2231' }
  const original = await givenItem(account, {
    ...own,
    karat: '18K',
    stone: 'Emerald',
    quantity: 5,
    translations: [{ language: 'tl', itemName: 'Singsing', description: 'May esmeralda' }],
  })
  await page.goto(`/items?id=${original.itemID}`)
  const details = page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })
  await details.getByRole('button', { name: 'Edit' }).click()
  const edit = form(page, 'Edit Item')
  await edit
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('red'), await picture('blue')])
  await edit.getByRole('button', { name: 'Update Item' }).click()
  await page.getByRole('button', { name: 'Okay' }).click()
  const { images } = await stored(account, original)

  await page.getByRole('button', { name: `View ${original.itemName}` }).click()
  await details.getByRole('button', { name: 'Duplicate' }).click()
  const create = form(page, 'Create Item')
  await expect(create).toContainText(`A duplicate of ${original.itemCode}.`)
  await expect(create.getByLabel('Item code')).toBeFocused()
  for (const name of ['Item code', 'Barcode', 'Certificate number', 'Quantity'])
    await expect(create.getByLabel(name)).toHaveValue('')
  await expect(create.getByLabel('Item name')).toHaveValue(original.itemName)
  await expect(create.getByRole('combobox', { name: 'Category' })).toHaveValue(original.categoryName)
  await expect(create.getByLabel('Stone')).toHaveValue('Emerald')
  await expect(create.getByLabel('Description in Tagalog')).toHaveValue('May esmeralda')
  await expect(picturesIn(create)).toHaveCount(0)
  await create.getByRole('button', { name: 'Take over 2 pictures' }).click()
  await expect(create.getByRole('button', { name: /^Take over/ })).toHaveCount(0)
  await create
    .locator('input[type=file]')
    .first()
    .setInputFiles(await picture('teal'))
  await create.getByRole('button', { name: 'Make cover: teal.png' }).click()
  await axe(page)

  // A scan without a focused field sets the barcode; its Enter never submits the form.
  const [code, barcode] = [unique('DUP'), unique('49')]
  await create.getByLabel('Item code').fill(code)
  await create.getByRole('button', { name: 'Choose pictures' }).focus()
  await scanAstray(page, barcode)
  await expect(create.getByLabel('Barcode')).toHaveValue(barcode)
  await create.getByLabel('Barcode').focus()
  await scanAstray(page, barcode)
  await expect(create).toBeVisible()
  expect(await foundBy(account, code)).toEqual([])
  await create.getByRole('button', { name: 'Create Item' }).click()
  await expect(page.getByRole('dialog', { name: 'Item Created!' })).toBeVisible()
  const [copy] = await foundBy(account, code)
  expect(copy).toMatchObject({ barcode, karat: '18K', price: original.price, available: 0, certificateNumber: null })
  expect(copy!.translations).toEqual(original.translations)
  expect(copy!.images.map(({ url }) => url).slice(1)).toEqual(images.map(({ url }) => url))
  expect(images.map(({ url }) => url)).not.toContain(copy!.images[0]!.url)
})

test('the details of an item show its stock and its last sales, in 1000 by 850 pixels', async ({ page, account }) => {
  const item = await givenItem(account, { quantity: 5, leadTimeDays: 1 })
  const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID: item.itemID, orderQty: 1 }] }
  await api(account, 'POST', '/api/v2/sales', {
    ...sold,
    payments: [{ paymentTypeID: 1, amount: 86500 }],
    complete: true,
  })
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto(`/items?id=${item.itemID}`)
  const details = page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })
  await expect(details.getByText('1 day', { exact: true })).toBeVisible()
  await expect(details.getByText('No images available')).toBeVisible()
  await expect(details.getByRole('link', { name: /^SO-\d{4}-\d{6}$/ })).toHaveAttribute('href', /^\/sales\?id=\d+$/)
  expect(await details.boundingBox()).toMatchObject({ width: 1000, height: 850 })
  // Stock and sales keep their width: no name of a place breaks, and no date.
  const lines = await details.locator('dd .line').all()
  expect(lines.length).toBeGreaterThanOrEqual(2)
  for (const line of lines) {
    const { width, height } = (await line.boundingBox())!
    expect(width).toBeGreaterThan(250)
    expect(height).toBeLessThan(30)
  }
  await axe(page)
  await details.getByRole('link', { name: 'Main, On hand' }).click()
  await expect(page.getByRole('table', { name: 'Ledger' })).toContainText('Opening stock')
})

test.describe('an unknown item', () => {
  test.use({ allow: [/404 \(Not Found\)/] })
  test('is reported in the details', async ({ page }) => {
    await page.goto('/items?id=999999')
    await expect(page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })).toContainText(
      'Error: Failed to fetch item dataError fetching item by ID: Item not found',
    )
  })
})

test('a scan anywhere on the list opens the item; an unknown code is reported', async ({ page, account }) => {
  const [first, second] = [await givenItem(account, { barcode: unique('49') }), await givenItem(account)]
  await page.goto('/items')
  await page.getByRole('button', { name: '+ Create Item' }).first().focus()
  await scanAstray(page, first.barcode!)
  const details = page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })
  await expect(details.getByText(first.itemName)).toBeVisible()
  await expect(details.getByText('No images available')).toBeVisible()
  await scanAstray(page, second.itemCode.toLowerCase())
  await expect(details.getByText(second.itemName)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await scanAstray(page, '0000000')
  await expect(page.getByText('No item has the code 0000000')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
})

test('the list is filtered by category, karat and status', async ({ page, account }) => {
  const word = unique('Filter')
  const one = await givenItem(account, { itemName: `${word} one`, karat: '22K' })
  await givenItem(account, { itemName: `${word} two`, karat: '14K', status: false })
  // The name's cell has the assay line below the name.
  const titles = page.locator('td[data-card=title]')
  const named = (...names: string[]) => names.map((name) => new RegExp(`^${word} ${name}\\S*3\\.20 g`))
  const both = `/items?search=${encodeURIComponent(word)}`
  await page.goto(both)
  await expect(titles).toHaveText(named('two', 'one'))
  await page.getByRole('combobox', { name: 'Any karat' }).click()
  await page.getByRole('option', { name: '22K' }).click()
  await expect(titles).toHaveText(named('one'))
  await expect(page).toHaveURL(/karat=22K/)
  await page.goto(both)
  await page.getByRole('combobox', { name: 'Any status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await expect(titles).toHaveText(named('two'))
  await page.goto(both)
  await page.getByRole('combobox', { name: 'All categories' }).fill(one.categoryName)
  await page.getByRole('option', { name: one.categoryName }).click()
  await expect(titles).toHaveText(named('one'))
})

for (const [width, list] of [
  [1440, 'items'],
  [1440, 'inventory'],
  [768, 'items'],
  [768, 'inventory'],
] as const)
  test(`in the list of ${list} the assay line stands below the name at ${width} px, in one line`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const item = await givenItem(account, { karat: '18K', quantity: 3, description: 'With two baguette diamonds' })
    await page.goto(`/${list}?search=${encodeURIComponent(item.itemCode)}`)
    const title = page.locator('td[data-card=title]')
    const line = title.locator('.assay')
    await expect(line).toHaveText('18K7503.20 g₱27,031/gmargin 29%')
    await expect(line).toBeVisible()
    const { x, width: length, height } = (await line.boundingBox())!
    expect(x + length).toBeLessThanOrEqual(width)
    expect(height).toBeLessThanOrEqual(24)
    if (list === 'items' && width === 1440)
      await expect(rowOf(page, item).getByRole('cell').nth(8)).toHaveText('3.20 g')
  })

test('the form offers metals and stones in use, and shows margin and price of a gram while one types', async ({
  page,
  account,
}) => {
  const [metal, stone] = [unique('Green gold'), unique('Larimar')]
  await givenItem(account, { metal, stone })
  await page.goto('/items?create=1')
  const create = form(page, 'Create Item')
  for (const [label, text] of [
    ['Metal', metal],
    ['Stone', stone],
  ] as const) {
    await create.getByLabel(label).click()
    await create.getByLabel(label).fill(text.slice(0, -2).toLowerCase())
    await page.getByRole('option', { name: text }).click()
    await expect(create.getByLabel(label)).toHaveValue(text)
  }
  const figures = create.getByRole('status', { name: 'What it comes to' })
  await create.getByLabel('Price').fill('86500')
  await create.getByLabel('Cost').fill('61200')
  await create.getByLabel('Grams').fill('2.1')
  await create.getByRole('combobox', { name: 'Karat' }).click()
  await page.getByRole('option', { name: '18K' }).click()
  await expect(figures).toHaveText('18K7502.10 g₱41,190/gmargin 29%')
  await create.getByLabel('Cost').fill('43250')
  await expect(figures).toContainText('margin 50%')
})

test('an item opens as a page, with its figures, its stock and its sales', async ({ page, account }) => {
  const item = await givenItem(account, { quantity: 5, karat: '18K' })
  const sale = { locationID: 1, transactionTypeID: 1, items: [{ itemID: item.itemID, orderQty: 1 }] }
  await api(account, 'POST', '/api/v2/sales', sale)
  await page.goto(listOf(item))
  await page.getByRole('button', { name: `View ${item.itemName}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open page' }).click()
  await expect(page).toHaveURL(`/items?id=${item.itemID}&view=page`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(item.itemName)
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText('Price₱86,500.00')
  await expect(figures).toContainText('18K7503.20 g₱27,031/gmargin 29%')
  await expect(figures).toContainText('Value of the stock₱306,000.00')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Main, On hand5')
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('link', { name: /^SO-/ })).toHaveCount(1)
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // A table that is too wide gets its scroll box after the first frame.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await axe(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: '‹ ITEM LIST' }).click()
  await expect(page).toHaveURL(/\/items\?search=/)
  await expect(rowOf(page, item)).toBeVisible()
})

test('an item leaves the site by its form, and returns with others by a change of the list', async ({
  page,
  account,
  context,
}) => {
  const item = await givenItem(account)
  const site = await context.newPage()
  await site.goto(`/shop/${item.itemID}`)
  await expect(site.getByRole('heading', { name: item.itemName })).toBeVisible()

  await page.goto(`/items?id=${item.itemID}&view=page`)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(/On the site\s*Yes/)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = form(page, 'Edit Item')
  await edit.getByRole('switch', { name: 'On the site' }).click()
  await axe(page)
  await edit.getByRole('button', { name: 'Update Item' }).click()
  await okay(page, 'Item Updated!')
  await expect(details).toContainText(/On the site\s*No/)
  // A public page is cached for a few seconds.
  await expect(async () => {
    const answer = await site.goto(`/shop/${item.itemID}`)
    expect(answer!.status()).toBe(404)
  }).toPass()
  await expect(site.getByText(item.itemName)).toHaveCount(0)

  await page.goto(`${listOf(item)}&onSite=false`)
  await page.getByRole('checkbox', { name: item.itemName }).check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Change 1 item' })
  await change.getByRole('combobox', { name: 'Change' }).click()
  await page.getByRole('option', { name: 'On the site' }).click()
  await expect(change.getByRole('row').filter({ hasText: item.itemCode })).toContainText('Yes')
  await change.getByRole('button', { name: 'Change 1 item' }).click()
  await page.getByRole('dialog', { name: 'Items Changed' }).getByRole('button', { name: 'Okay' }).click()
  expect((await stored(account, item)).onSite).toBe(true)
})

test('the list, the details and the form are accessible', async ({ page, account }) => {
  test.slow()
  const item = await givenItem(account, { karat: '18K', description: 'Oval' })
  await page.goto(listOf(item))
  await expect(rowOf(page, item)).toBeVisible()
  await axe(page)
  await page.goto(`/items?id=${item.itemID}`)
  const details = page.getByRole('dialog', { name: 'ITEM DETAILS AND IMAGES' })
  await expect(details.getByText('750').first()).toBeVisible()
  await axe(page)
  await details.getByRole('button', { name: 'Edit' }).click()
  const edit = form(page, 'Edit Item')
  const files = edit.locator('input[type=file]').first()
  await files.setInputFiles([await picture('red'), await picture('blue')])
  await files.setInputFiles({ ...(await picture('red')), mimeType: 'text/plain' })
  await edit.getByLabel('Item name').fill('')
  await expect(edit.getByText('Item name is required', { exact: true })).toBeVisible()
  await axe(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the items are cards, and the form fills the screen and has the camera', async ({ page, account }) => {
    const item = await givenItem(account)
    await page.goto(listOf(item))
    const card = page.getByRole('listitem').filter({ hasText: item.itemCode })
    await expect(card).toContainText('3.20 g')
    await expect(card).toContainText('PCS')
    await expect(card).toContainText('₱86,500.00')
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBeLessThanOrEqual(390)
    await axe(page)
    await card.getByRole('button', { name: item.itemName, exact: true }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).tap()
    const edit = form(page, 'Edit Item')
    const [camera] = await Promise.all([
      page.waitForEvent('filechooser'),
      edit.getByRole('button', { name: 'Take a photo' }).tap(),
    ])
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles(await picture('gold'))
    await expect(edit.getByRole('img', { name: 'gold.png' })).toBeVisible()
    expect(await width()).toBeLessThanOrEqual(390)
    await axe(page)
  })
})

test.describe('for Staff', () => {
  test.use({ role: 3 })

  test('the price and the cost of a stored item are only shown, and the rest is changed', async ({ page, account }) => {
    const item = await givenItem(account)
    await page.goto(listOf(item))
    await expect(rowOf(page, item)).toContainText('₱86,500.00')
    await expect(rowOf(page, item).getByRole('button', { name: /^Price of/ })).toHaveCount(0)
    await page.goto(listOf(item))
    await rowOf(page, item).getByRole('button', { name: /^Edit/ }).click()
    const edit = form(page, 'Edit Item')
    await expect(edit.getByLabel('Price')).toHaveAttribute('readonly')
    await expect(edit.getByLabel('Cost')).toHaveAttribute('readonly')
    await expect(edit.getByText('A manager changes it')).toHaveCount(2)
    await axe(page)
    await edit.getByLabel('Metal').fill('Gold')
    await edit.getByRole('button', { name: 'Update Item' }).click()
    await expect(page.getByText('Item Updated!')).toBeVisible()
    expect(await stored(account, item)).toMatchObject({ price: 86500, cost: 61200, metal: 'Gold' })
  })
})

test('the focus of a picture is chosen with the arrow keys, and the list keeps it in view', async ({
  page,
  account,
}) => {
  const item = await givenItem(account)
  await page.goto(listOf(item))
  await page.getByRole('button', { name: `Edit ${item.itemName}` }).click()
  const edit = form(page, 'Edit Item')
  await edit
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('gold')])
  await edit.getByRole('button', { name: 'Focus of gold.png' }).click()
  const choice = page.getByRole('dialog', { name: 'Focus of gold.png' })
  const field = choice.getByRole('button', { name: 'The picture. The arrow keys move the focus.' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(choice.getByText('48 % from the left, 30 % from the top')).toBeVisible()
  const box = (await field.boundingBox())!
  await page.mouse.click(box.x + box.width / 4, box.y + box.height / 5)
  await expect(choice.getByText('25 % from the left, 20 % from the top')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await axe(page)
  await choice.getByRole('button', { name: 'Use This Place' }).click()
  await expect(choice).toHaveCount(0)
  await edit.getByRole('button', { name: 'Update Item' }).click()
  await page.getByRole('button', { name: 'Okay' }).click()
  await expect(rowOf(page, item).locator('img.thumb')).toHaveCSS('object-position', '30% 20%')
})

test('the focus of a new item’s picture is chosen while the item is created', async ({ page, account }) => {
  const { categoryName } = await givenCategory(account)
  const code = unique('CK')
  await page.goto('/items?create=1')
  const create = form(page, 'Create Item')
  await create.getByLabel('Item code').fill(code)
  await create.getByLabel('Item name').fill('Choker')
  await create.getByRole('combobox', { name: 'Category' }).fill(categoryName)
  await page.getByRole('option', { name: categoryName }).click()
  for (const [label, value] of [
    ['Price', '900'],
    ['Cost', '600'],
    ['Grams', '3'],
  ] as const)
    await create.getByLabel(label).fill(value)
  await create
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('green'), await picture('gold')])
  await create.getByRole('button', { name: 'Focus of gold.png' }).click()
  const choice = page.getByRole('dialog', { name: 'Focus of gold.png' })
  await expect(choice.getByRole('button', { name: 'The picture. The arrow keys move the focus.' })).toBeFocused()
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowLeft']) await page.keyboard.press(key)
  await expect(choice.getByText('40 % from the left, 70 % from the top')).toBeVisible()
  await choice.getByRole('button', { name: 'Use This Place' }).click()
  await create.getByRole('button', { name: 'Create Item' }).click()
  await okay(page, 'Item Created!')
  const [item] = await foundBy(account, code)
  const { images } = await stored(account, item!)
  expect(images.map(({ focus }) => focus)).toEqual([
    { x: 50, y: 50 },
    { x: 40, y: 70 },
  ])
})

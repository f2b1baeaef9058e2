import type { Page } from '@playwright/test'

import type { PieceRow } from '../../contract/stock/pieces.ts'
import { drawPicture } from '../support/pictures.ts'
import { api, axe, expect, newAccount, test } from './fixtures.ts'
import { atMain, createItem, form, okay } from './steps.ts'

// A manager keeps an item by piece, a visitor scans the tag of a piece, and staff sell the piece by its tag: no other till
// can sell it then.

const scanField = (page: Page) => page.getByLabel('Scan a barcode')

test.describe('a manager', () => {
  test.use({ role: 2, allow: [/415/] })
  test('gives each piece on hand a number, and changes one', async ({ page, account }) => {
    const item = await createItem(account, { ...atMain, quantity: 2 })
    await page.goto(`/items?id=${item.itemID}&view=page`)
    await page.getByRole('button', { name: 'Keep by piece' }).click()
    const count = form(page, `Keep ${item.itemCode} by piece`)
    await count.getByLabel('Weight of piece 1, Main').fill('3.21')
    await count.getByLabel('Certificate number of piece 1, Main').fill('GIA 22')
    await axe(page)
    await count.getByRole('button', { name: 'Give numbers' }).click()
    const pieces = page.getByRole('table', { name: 'Pieces' })
    await expect(pieces.getByText('3.21 g')).toBeVisible()
    await axe(page)

    await pieces.getByText(`${item.itemCode}-001`).click()
    await expect(page.getByRole('heading', { name: `${item.itemCode}-001` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' }).getByText('Named in stock')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = form(page, `Edit ${item.itemCode}-001`)
    await edit.getByLabel('Net weight').fill('2.9')
    await page.keyboard.press('Control+s')
    await okay(page, 'Piece Updated!')
    await expect(page.getByText('2.90 g')).toBeVisible()

    // The scan of the certificate is kept as a PDF, downloaded, replaced by a picture, and removed.
    const scan = page.getByRole('region', { name: 'Scan of the certificate' })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      scan.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await choose('scan.pdf', 'application/pdf', Buffer.from('<script>1</script>'))
    await expect(page.getByText('Choose a picture (JPEG, PNG or WebP) or a PDF')).toBeVisible()
    await choose('scan.pdf', 'application/pdf', Buffer.from('%PDF-1.7\ntrailer\n%%EOF\n'))
    const downloading = page.waitForEvent('download')
    await scan.getByRole('button', { name: 'Download the PDF' }).click()
    expect((await downloading).suggestedFilename()).toBe(`${item.itemCode}-001-certificate.pdf`)
    await choose('scan.png', 'image/png', await drawPicture('gold', { width: 40, height: 30 }))
    await expect(scan.getByRole('button', { name: 'Download the picture' })).toBeVisible()
    await axe(page)
    await scan.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove the scan?' }).getByRole('button', { name: 'Remove' }).click()
    await expect(scan.getByRole('button', { name: 'Add a scan' })).toBeVisible()
  })
})

test.describe('staff', () => {
  test.use({ role: 3 })
  test('give a piece pictures of its own, which its tag and the choice at the till show', async ({ page, account }) => {
    const manager = await newAccount(2)
    const item = await createItem(account, { ...atMain, quantity: 2 })
    const { data: stock } = await api<{ data: { inventoryID: number }[] }>(
      account,
      'GET',
      `/api/v1/inventory?itemID=${item.itemID}`,
    )
    const { inventoryID } = stock[0]!
    await api(manager, 'PUT', `/api/v1/items/${item.itemID}/pieces`, { pieces: [{ inventoryID }, { inventoryID }] })
    const read = async () =>
      (await api<{ data: PieceRow[] }>(account, 'GET', `/api/v1/pieces?itemID=${item.itemID}&sort=serial`)).data
    const [{ pieceID, number, code }, other] = (await read()) as [PieceRow, PieceRow]
    await page.goto(`/piece?id=${pieceID}`)
    await expect(page.getByText('No images available')).toBeVisible()
    // Another screen of the same piece follows.
    const second = await page.context().newPage()
    await second.goto(`/piece?id=${pieceID}`)
    await expect(second.getByText('No images available')).toBeVisible()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = form(page, `Edit ${number}`)
    const files = await Promise.all(
      ['teal', 'gold'].map(async (colour) => ({
        name: `${colour}.png`,
        mimeType: 'image/png',
        buffer: await drawPicture(colour, { width: 60, height: 40 }),
      })),
    )
    await edit.locator('input[type=file][multiple]').setInputFiles(files)
    await edit.getByRole('button', { name: 'Make cover: gold.png' }).click()
    await axe(page)
    await page.keyboard.press('Control+s')
    await okay(page, 'Piece Updated!')
    const gallery = (screen: Page) => screen.getByRole('region', { name: 'Images' })
    await expect(gallery(page).getByRole('img', { name: `${number}, 1 of 2` })).toBeVisible()
    await expect(gallery(second).getByRole('img', { name: `${number}, 1 of 2` })).toBeVisible()
    await axe(page)
    const [stored] = (await read()) as [PieceRow]
    const [gold, teal] = stored.images
    expect(stored.image_url).toBe(gold!.thumb_url)

    // The pictures stay when the form is saved again, and one of them is removed.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await edit.getByLabel('Note').fill('A scratch within')
    await edit.getByRole('button', { name: 'Remove Picture 2' }).click()
    await page.keyboard.press('Control+s')
    await okay(page, 'Piece Updated!')
    await expect(page.getByText('A scratch within')).toBeVisible()
    const [afterwards] = (await read()) as [PieceRow]
    expect(afterwards.images).toEqual([gold])
    expect(teal!.url).not.toBe(gold!.url)

    await page.goto('/sales?create=1')
    await expect(scanField(page)).toBeFocused()
    await page.keyboard.type(`${item.itemCode}\n`)
    const dialog = page.getByRole('dialog', { name: `Which piece of ${item.itemName}?` })
    const row = (of: string) => dialog.getByRole('listitem').filter({ hasText: of })
    await expect(row(number).locator(`img[src="${gold!.thumb_url}"]`)).toBeVisible()
    await expect(row(other.number).locator('img')).toHaveCount(0)
    await axe(page)

    await second.goto(`/p/${code}`)
    const picture = second.getByRole('img', { name: 'Picture of the piece' })
    await expect(picture).toHaveAttribute('src', new RegExp(gold!.url.slice(0, -'.webp'.length)))
    await axe(second)
  })
})

test.describe('a tag', () => {
  test.use({ role: 3, allow: [/404|409/] })
  test('shows a visitor the piece, and sells it at the till once', async ({ page, account, browser }) => {
    const manager = await newAccount(2)
    const item = await createItem(account, { ...atMain, quantity: 2, price: 1000, karat: '18K' })
    const stock = await api<{ data: { inventoryID: number }[] }>(
      manager,
      'GET',
      `/api/v1/inventory?itemID=${item.itemID}`,
    )
    const { inventoryID } = stock.data[0]!
    await api(manager, 'PUT', `/api/v1/items/${item.itemID}/pieces`, {
      pieces: [{ inventoryID, grams: 3.3 }, { inventoryID }],
    })
    const { data } = await api<{ data: PieceRow[] }>(account, 'GET', `/api/v1/pieces?itemID=${item.itemID}&sort=serial`)
    const [piece, other] = data as [PieceRow, PieceRow]
    const tag = new URL(`/p/${piece.code}`, process.env['SHOP_URL']).href

    const { data: certificate } = await api<{ data: { certificateNumber: string } }>(
      account,
      'POST',
      `/api/v1/pieces/${piece.pieceID}/certificates`,
      {},
    )
    const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const visitor = await phone.newPage()
    await visitor.goto(tag)
    await expect(visitor.getByRole('heading', { name: item.itemName })).toBeVisible()
    await expect(visitor.getByText('₱1,000.00')).toBeVisible()
    await expect(visitor.getByText('3.30 g').last()).toBeVisible()
    await expect(visitor.getByText(piece.number).first()).toBeVisible()
    await visitor.getByRole('link', { name: '日本' }).click()
    await expect(visitor).toHaveURL(`/ja/p/${piece.code}`)
    await visitor.getByRole('link', { name: 'Read this page in English' }).click()
    await visitor.getByRole('link', { name: `Check certificate ${certificate.certificateNumber}` }).click()
    await expect(visitor.getByText('Issued by this shop')).toBeVisible()
    await visitor.goBack()
    await visitor.getByRole('link', { name: 'See it in the shop' }).click()
    await expect(visitor).toHaveURL(`/shop/${item.itemID}`)
    await visitor.goto(new URL('/p/NOTHING', tag).href)
    await expect(visitor.getByRole('heading', { name: 'No piece has this tag' })).toBeVisible()
    await phone.close()

    // The same page is accessible, which a page without scripts cannot tell.
    for (const address of [tag, `/ja/p/${piece.code}`, '/p/NOTHING']) {
      await page.goto(address)
      await axe(page)
    }

    // The same tag leads staff to the piece, and at the till it adds the piece.
    await page.goto(tag)
    await page.getByRole('link', { name: 'For staff' }).click()
    await expect(page.getByRole('heading', { name: piece.number })).toBeVisible()
    await page.goto('/sales?create=1')
    await expect(scanField(page)).toBeFocused()
    // At once, because a busy machine types slower than a scanner, and then the end of a code counts as the next one.
    const scan = async (code: string) => {
      await scanField(page).fill(code)
      await scanField(page).press('Enter')
    }
    await scan(tag)
    const lines = page.getByRole('region', { name: 'Items' })
    await expect(lines.getByText(piece.number)).toBeVisible()
    await expect(lines.getByText('One piece')).toBeVisible()
    await scan(tag)
    await expect(page.getByText(`${piece.number} is in this sale already`)).toBeVisible()

    // The code of the item asks which piece.
    await page.keyboard.type(`${item.itemCode}\n`)
    const dialog = page.getByRole('dialog', { name: `Which piece of ${item.itemName}?` })
    await axe(page)
    await dialog.getByRole('button', { name: `Choose ${other.number}` }).click()
    await expect(lines.getByText('One piece')).toHaveCount(2)

    // Another till sells the first piece meanwhile.
    const sold = await api<{ data: { transactionNumber: string } }>(manager, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID: item.itemID, orderQty: 1, pieceID: piece.pieceID }],
    })
    await page.keyboard.press('Control+s')
    const sentence = `${piece.number} is in ${sold.data.transactionNumber}`
    await expect(page.getByText(sentence).first()).toBeVisible()
    await page.getByRole('button', { name: `Delete ${piece.number}` }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/SO-\d{4}-\d+/).first()).toBeVisible()
  })
})

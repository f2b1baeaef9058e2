import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'

// Staff make the link of a sale, copy what they send the buyer, see that the buyer has opened it, and revoke it.

test.use({ role: 3, permissions: ['clipboard-read', 'clipboard-write'] })

for (const width of [390, 1440])
  test(`at ${width} px, staff send the buyer of a sale a link, and revoke it`, async ({ page, account, browser }) => {
    await page.setViewportSize({ width, height: 844 })
    const { itemID } = await createItem(account, { ...atMain, itemName: 'Twisted band', price: 20_685, quantity: 3 })
    const { data: sale } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1 }],
    })
    await page.goto(`/sales?id=${sale.salesTransactionID}`)
    const box = page.getByRole('region', { name: 'Page for the buyer' })
    await box.getByRole('button', { name: 'Make a link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link for the buyer' })
    await expect(dialog).toBeVisible()
    await axe(page)
    await dialog.getByRole('button', { name: 'Copy message' }).click()
    const message = await page.evaluate(() => navigator.clipboard.readText())
    expect(message).toContain(`Your order ${sale.transactionNumber} at `)
    await dialog.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: '日本語' }).click()
    await expect(dialog).toContainText(`ご注文 ${sale.transactionNumber}`)
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname).toBe('/ja/order')
    expect(message).toContain(new URL(link).hash)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(box).toContainText('not opened yet; works while the sale is open')
    await expect(box.getByRole('button', { name: 'Show the link' })).toBeVisible()

    const buyer = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const phone = await buyer.newPage()
    const { pathname, hash } = new URL(link)
    await phone.goto(new URL(pathname + hash, page.url()).href)
    await expect(phone.getByText(`ご注文番号 ${sale.transactionNumber}`)).toBeVisible()
    // The open sale follows by itself.
    await expect(box).toContainText(/opened \d/)

    await box.getByRole('button', { name: 'Revoke link' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke the link?' })
    await question.getByRole('button', { name: 'Revoke link' }).click()
    await expect(box).toContainText(/revoked .* by /)
    await expect(box.getByRole('button', { name: 'Show the link' })).toBeHidden()
    await phone.reload()
    await expect(phone.getByText(`ご注文番号 ${sale.transactionNumber}`)).toBeHidden()
    await buyer.close()
    await box.getByRole('button', { name: 'Make a link' }).click()
    await expect(dialog).toBeVisible()
  })

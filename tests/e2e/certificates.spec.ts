import type { SaleRow } from '../../contract/sales/sales.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { atMain, createItem, form, okay, print } from './steps.ts'

// A manager issues the certificate of a sold ring, a visitor scans it, the manager revokes it, and the visitor reads so.

test.describe.configure({ timeout: 90_000 })

test.describe('a certificate', () => {
  test.use({ role: 2, allow: [/404/] })

  test('is issued with a sale, checked by a visitor, revoked, and checked again', async ({
    page,
    browser,
    account,
  }) => {
    const item = await createItem(account, {
      ...atMain,
      itemName: 'Emerald-cut emerald ring',
      karat: '22K',
      metal: 'Yellow gold',
      stone: 'Emerald',
      grams: 4.85,
      price: 92_000,
      cost: 60_000,
      quantity: 1,
    })
    const { data: sale } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      complete: true,
      items: [{ itemID: item.itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 92_000 }],
    })
    await page.goto(`/sales?id=${sale.salesTransactionID}`)
    const section = page.getByRole('region', { name: 'Certificates' })
    await section.getByRole('button', { name: /^Weigh and issue/ }).click()
    const issue = form(page, 'Certificate for Emerald-cut emerald ring')
    await expect(issue.getByRole('textbox', { name: 'Weight', exact: true })).toHaveValue('4.85')
    await issue.getByLabel('Net weight').fill('4.486')
    await axe(page)
    await issue.getByRole('button', { name: 'Issue certificate' }).click()
    await okay(page, 'Certificate Issued!')
    const link = section.getByRole('link', { name: /^AC-/ })
    const number = (await link.textContent())!
    // The receipt has the same code.
    await print(page, 'Print receipt')
    await expect(page.locator('.paper .check-codes')).toContainText(number)
    await axe(page)

    await link.click()
    await expect(page.getByRole('heading', { name: number })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Certificate PDF' }).click()
    expect((await download).suggestedFilename()).toBe(`${number}.pdf`)
    await axe(page)
    const code = (await page.getByRole('link', { name: /^[2-9A-Z]{4}-[2-9A-Z]{4}$/ }).textContent())!

    const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const phone = await visitor.newPage()
    const errors: string[] = []
    phone.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await phone.goto(new URL(`/c/${code}`, page.url()).href)
    await expect(phone.getByText('Issued by this shop')).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'Emerald-cut emerald ring' })).toBeVisible()
    await expect(phone.getByText('4.850 g, of which gold 4.486 g')).toBeVisible()
    await expect(phone.getByText('₱')).toHaveCount(0)

    await page.getByRole('button', { name: 'Revoke' }).click()
    const revoke = form(page, `Revoke ${number}`)
    await revoke.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'The piece was changed, such as sized' }).click()
    await revoke.getByLabel('Note').fill('Sized to 12')
    await revoke.getByRole('button', { name: 'Revoke certificate' }).click()
    await okay(page, 'Certificate Revoked!')
    await phone.reload()
    await expect(phone.getByRole('heading', { name: 'This certificate no longer counts' })).toBeVisible()
    await expect(phone.getByText('the piece was changed since')).toBeVisible()
    await expect(phone.getByText('Sized to 12')).toHaveCount(0)

    // The visitor mistypes the code of the paper.
    await phone.goto(new URL('/c', page.url()).href)
    await phone.getByLabel('Code on the paper').fill('2222-2222')
    await phone.getByRole('button', { name: 'Check' }).click()
    await expect(phone.getByRole('heading', { name: 'We know no such certificate' })).toBeVisible()
    expect(errors.filter((text) => !text.includes('404'))).toEqual([])
    await visitor.close()

    // The same page is accessible, which a page without scripts cannot tell.
    for (const address of [`/c/${code}`, '/ja/c/2222-2222', '/c']) {
      await page.goto(address)
      await axe(page)
    }

    await page.goto(`/certificates?search=${number}`)
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Revoked')
    await axe(page)
  })

  test('is issued for a piece in stock on the page of the piece', async ({ page, account }) => {
    const { itemID } = await createItem(account, {
      karat: '18K',
      grams: 3.2,
      price: 50_000,
      cost: 30_000,
      quantity: 1,
      ...atMain,
    })
    const { data: stock } = await api<{ data: { inventoryID: number }[] }>(
      account,
      'GET',
      `/api/v1/inventory?itemID=${itemID}`,
    )
    const { data: kept } = await api<{ data: { pieces: { pieceID: number }[] } }>(
      account,
      'PUT',
      `/api/v1/items/${itemID}/pieces`,
      { pieces: [{ inventoryID: stock[0]!.inventoryID, grams: 3.25, netGrams: 3 }] },
    )
    await page.goto(`/piece?id=${kept.pieces[0]!.pieceID}`)
    const section = page.getByRole('region', { name: 'Certificates of authenticity' })
    await section.getByRole('button', { name: 'Issue certificate' }).click()
    await section.getByRole('link', { name: /^AC-/ }).click()
    await expect(page.getByText('3.25 g, gold 3.00 g')).toBeVisible()
    await axe(page)
  })
})

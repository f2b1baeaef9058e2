import type { SaleRow } from '../../contract/sales/sales.ts'
import { isBlack, readEscPos } from '../support/receipt-printer.ts'
import { api, axe, expect, test } from './fixtures.ts'
import { atMain, createItem } from './steps.ts'
import { addUsbPrinter } from './usb-printer.ts'

test.use({ role: 3 })

test('a cashier connects a receipt printer, prints the receipt of a cash sale on it, and the drawer opens', async ({
  page,
  account,
}) => {
  const ring = await createItem(account, { itemName: 'Singsing 指輪', price: 1500, ...atMain, quantity: 5 })
  const { data: sale } = await api<{ data: SaleRow }>(account, 'POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 2000 }],
    complete: true,
  })
  const takePrinted = await addUsbPrinter(page)

  await page.goto('/settings')
  const setting = page.getByRole('region', { name: 'Receipt printer' })
  await setting.getByRole('button', { name: 'Connect a receipt printer' }).click()
  await expect(setting).toContainText('EPSON TM-T20II is connected')
  await axe(page)

  await page.goto(`/sales?id=${sale.salesTransactionID}`)
  const printIt = page.getByRole('region', { name: 'Papers' }).getByRole('button', { name: /on the receipt printer/ })
  await printIt.click()
  await expect(page.getByText('The receipt was printed')).toBeVisible()
  const wide = readEscPos(await takePrinted(), 576)
  expect(wide.commands.filter((name) => name !== 'raster')).toEqual(['initialize', 'feed 3 lines', 'cut', 'kick'])
  // The texts reach from edge to edge of the printed width, and most of the paper stays white.
  const isInked = (from: number, to: number) =>
    wide.rows.some((_, y) =>
      Array.from({ length: to - from }, (__, n) => from + n).some((x) => isBlack(wide.rows, x, y)),
    )
  expect([isInked(0, 8), isInked(568, 576)]).toEqual([true, true])
  const inked = wide.rows.flatMap((row) => [...row]).filter((byte) => byte !== 0).length
  expect(inked / (wide.rows.length * 72)).toBeGreaterThan(0.03)
  expect(inked / (wide.rows.length * 72)).toBeLessThan(0.4)

  await page.goto('/settings')
  await setting.getByRole('combobox', { name: 'Paper' }).click()
  await page.getByRole('option', { name: '58 mm' }).click()
  await setting.getByRole('switch', { name: 'Open the cash drawer' }).click()
  await page.goto(`/sales?id=${sale.salesTransactionID}`)
  await printIt.click()
  await expect(page.getByText('The receipt was printed')).toBeVisible()
  const narrow = readEscPos(await takePrinted(), 384)
  expect(narrow.kicks).toBe(0)
  expect(narrow.rows.length).toBeGreaterThan(300)

  await page.goto('/settings')
  await setting.getByRole('button', { name: 'Disconnect' }).click()
  await expect(setting.getByRole('button', { name: 'Connect a receipt printer' })).toBeVisible()
})

import type { Page } from '@playwright/test'

/** Adds a receipt printer to the USB of each page, and returns the function that takes the bytes that it got so far. */
export async function addUsbPrinter(page: Page): Promise<() => Promise<Uint8Array>> {
  await page.addInitScript(() => {
    const endpoints = [{ endpointNumber: 3, direction: 'out', type: 'bulk' }]
    const alternates = [{ alternateSetting: 0, interfaceClass: 7, endpoints }]
    const configuration = { configurationValue: 1, interfaces: [{ interfaceNumber: 0, alternates }] }
    const got: number[] = []
    const device = {
      vendorId: 1208,
      productId: 3605,
      manufacturerName: 'EPSON',
      productName: 'TM-T20II',
      serialNumber: 'A1',
      configuration,
      configurations: [configuration],
      open: async () => {},
      close: async () => {},
      forget: async () => {},
      claimInterface: async () => {},
      controlTransferIn: async () => ({ data: new DataView(new ArrayBuffer(1)) }),
      transferOut: async (_: number, data: Uint8Array) => (got.push(...data), { status: 'ok' }),
    }
    const usb = { requestDevice: async () => device, getDevices: async () => [device] }
    Object.defineProperty(navigator, 'usb', { value: usb })
    // The page knows no such function; only this test calls it.
    Object.assign(window, { takePrinted: () => got.splice(0) })
  })
  return async () => Uint8Array.from(await page.evaluate<number[]>('takePrinted()'))
}

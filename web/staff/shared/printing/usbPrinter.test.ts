// Proves what the page sends to a printer by USB, and what it says when the printer does not take it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { composeReceipt } from '../../../../contract/printing/esc-pos.ts'
import { readEscPos } from '../../../../tests/support/receipt-printer.ts'
import type { UsbDevice } from './usb.ts'
import { chooseUsbPrinter, forgetUsbPrinter, sendToUsbPrinter } from './usbPrinter.ts'

const bulkOut = { endpointNumber: 2, direction: 'out', type: 'bulk' } as const
const bulkIn = { endpointNumber: 1, direction: 'in', type: 'bulk' } as const
const alternate = (
  interfaceClass: number,
  ...endpoints: UsbDevice['configurations'][number]['interfaces'][number]['alternates'][number]['endpoints'][number][]
) => ({
  alternateSetting: 0,
  interfaceClass,
  endpoints,
})
const configuration = (interfaceClass = 7) => ({
  configurationValue: 1,
  interfaces: [
    { interfaceNumber: 0, alternates: [alternate(3, bulkIn)] },
    { interfaceNumber: 1, alternates: [alternate(interfaceClass, bulkIn, bulkOut)] },
  ],
})

/** A printer at the USB. It keeps what it gets, and what it was told to do. */
function createDevice(over: Partial<UsbDevice> = {}) {
  const calls: string[] = []
  const got: Uint8Array[] = []
  const device = {
    vendorId: 0x04b8,
    productId: 0x0e15,
    manufacturerName: 'EPSON',
    productName: 'TM-T20II',
    serialNumber: '',
    configuration: null as UsbDevice['configuration'],
    configurations: [configuration()],
    open: async () => void calls.push('open'),
    close: async () => void calls.push('close'),
    forget: async () => void calls.push('forget'),
    async selectConfiguration(value: number) {
      calls.push(`configuration ${value}`)
      device.configuration = device.configurations[0]!
    },
    claimInterface: async (number: number) => void calls.push(`claim ${number}`),
    controlTransferIn: async ({ index }: { index: number }) => {
      calls.push(`status of ${index}`)
      return { data: new DataView(Uint8Array.of(0x18).buffer) }
    },
    async transferOut(endpoint: number, data: Uint8Array) {
      calls.push(`send to ${endpoint}`)
      got.push(data.slice())
      return { status: 'ok' as const }
    },
    ...over,
  }
  return { device, calls, got }
}

let plugged: UsbDevice[] = []
const requestDevice = vi.fn<(options: unknown) => Promise<UsbDevice>>()
beforeEach(() => {
  plugged = []
  Object.defineProperty(navigator, 'usb', {
    configurable: true,
    value: { requestDevice, getDevices: async () => plugged },
  })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'usb')
})

const printer = {
  vendorId: 0x04b8,
  productId: 0x0e15,
  serialNumber: null,
  name: 'EPSON TM-T20II',
  paper: 80 as const,
  opensDrawer: true,
}
const receipt = composeReceipt({ width: 576, bytes: new Uint8Array(72 * 200).fill(0x5a) }, { opensDrawer: true })

/** Sends a receipt to this device, and returns the sentence that the person reads; null if it was printed. */
const send = (device: UsbDevice) => {
  plugged = [device]
  return sendToUsbPrinter(printer, receipt).then(
    () => null,
    (error: Error) => error.message,
  )
}

test('a chosen printer is remembered by what it is', async () => {
  requestDevice.mockResolvedValueOnce(createDevice().device)
  expect(await chooseUsbPrinter()).toEqual(printer)
  expect(requestDevice).toHaveBeenCalledWith({ filters: [{ classCode: 7 }] })
  requestDevice.mockResolvedValueOnce(
    createDevice({ manufacturerName: null, productName: null, serialNumber: 'X1' }).device,
  )
  expect(await chooseUsbPrinter()).toMatchObject({ name: 'USB printer', serialNumber: 'X1' })
})

test.each([
  ['NotFoundError', 'No printer was chosen. A printer that is not in the list is off or not plugged in.'],
  [
    'SecurityError',
    'This browser was not allowed to use the printer. Allow USB devices in its settings for this page.',
  ],
])('no choice (%s) is a sentence', async (name, sentence) => {
  requestDevice.mockRejectedValueOnce(new DOMException('No', name))
  await expect(chooseUsbPrinter()).rejects.toThrow(sentence)
})

test('a browser without WebUSB is told so', async () => {
  Reflect.deleteProperty(navigator, 'usb')
  await expect(chooseUsbPrinter()).rejects.toThrow('This browser cannot reach a printer by USB.')
  await expect(sendToUsbPrinter(printer, receipt)).rejects.toThrow('is not plugged in')
})

test('the printer’s own interface gets the whole receipt in small parts, once', async () => {
  const { device, calls, got } = createDevice()
  expect(await send(device)).toBeNull()
  expect(calls).toEqual(['open', 'configuration 1', 'claim 1', 'status of 256', ...got.map(() => 'send to 2'), 'close'])
  expect(got.length).toBe(Math.ceil(receipt.length / 4096))
  const whole = Uint8Array.from(got.flatMap((part) => [...part]))
  expect(whole).toEqual(receipt)
  expect(readEscPos(whole, 576).kicks).toBe(1)
})

test('another device with the same permission is not taken for the printer', async () => {
  expect(await send(createDevice({ serialNumber: 'X2' }).device)).toContain('is not plugged in')
  expect(await send(createDevice({ productId: 1 }).device)).toContain('connect it again in Settings')
})

test.each([
  ['open', 'Another program or tab uses the printer.'],
  ['claimInterface', 'Another program or tab uses the printer.'],
])('a printer that another program holds (%s) is left alone', async (method, sentence) => {
  const { device, calls, got } = createDevice({
    [method]: async () => Promise.reject(new DOMException('Busy', 'NetworkError')),
  })
  expect(await send(device)).toContain(sentence)
  expect(got).toEqual([])
  expect(calls.at(-1)).toBe('close')
})

test('a device that is no printer gets nothing', async () => {
  const { device, got } = createDevice({ configurations: [configuration(3)] })
  expect(await send(device)).toBe('This device takes no receipts. Connect another printer in Settings.')
  expect(got).toEqual([])
})

test('a printer without paper gets nothing, and one without a status prints', async () => {
  const empty = createDevice({ controlTransferIn: async () => ({ data: new DataView(Uint8Array.of(0x38).buffer) }) })
  expect(await send(empty.device)).toBe('The printer has no paper. Put in a roll and print again.')
  expect(empty.got).toEqual([])
  const silent = createDevice({ controlTransferIn: async () => Promise.reject(new Error('Stall')) })
  expect(await send(silent.device)).toBeNull()
})

const stopped =
  'The printer stopped before the receipt was complete. Look at its paper, cover and cable, and then print again.'

test.each([
  ['is pulled out', async () => Promise.reject(new DOMException('Gone', 'NetworkError'))],
  ['stalls', async () => ({ status: 'stall' as const })],
])('a printer that %s in the middle is not sent the rest, nor the receipt again', async (_, answer) => {
  const transferOut = vi.fn<UsbDevice['transferOut']>(answer)
  const { device, calls } = createDevice({ transferOut })
  expect(await send(device)).toBe(stopped)
  expect(transferOut).toHaveBeenCalledTimes(1)
  expect(calls.at(-1)).toBe('close')
})

test('a printer that no longer answers is given up', async () => {
  vi.useFakeTimers()
  const { device, calls } = createDevice({ transferOut: () => new Promise(() => {}) })
  const answer = send(device)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await answer).toBe(stopped)
  expect(calls.at(-1)).toBe('close')
})

test('a disconnected printer is forgotten by the browser', async () => {
  const { device, calls } = createDevice()
  plugged = [device]
  await forgetUsbPrinter(printer)
  expect(calls).toEqual(['forget'])
})

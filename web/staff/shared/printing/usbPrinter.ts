import type { BrowserPrinter } from './browserPrinter.ts'
import { PrinterProblem } from './printerProblem.ts'
import { findUsb, printerClass, type UsbDevice } from './usb.ts'

// Reaches the receipt printer at this computer's USB.

/**
 * Lets the person choose a printer, which gives this browser the permission for it. Throws a PrinterProblem when none
 * was chosen.
 */
export async function chooseUsbPrinter(): Promise<BrowserPrinter> {
  const usb = findUsb()
  if (!usb) throw new PrinterProblem('This browser cannot reach a printer by USB.')
  const device = await usb.requestDevice({ filters: [{ classCode: printerClass }] }).catch((error: Error) => {
    throw new PrinterProblem(
      error.name === 'NotFoundError'
        ? 'No printer was chosen. A printer that is not in the list is off or not plugged in.'
        : 'This browser was not allowed to use the printer. Allow USB devices in its settings for this page.',
    )
  })
  const { vendorId, productId } = device
  const serialNumber = device.serialNumber || null
  const name = [device.manufacturerName, device.productName].filter(Boolean).join(' ').trim() || 'USB printer'
  return { vendorId, productId, serialNumber, name, paper: 80, opensDrawer: true }
}

/** Returns the permission for the printer to the browser. */
export const forgetUsbPrinter = async (printer: BrowserPrinter) => (await findDevice(printer))?.forget()

/** Bytes of one transfer. Small ones show within the timeout that a printer still prints. */
const bytesPerTransfer = 4096
/** The longest time that a printer takes for one transfer. It prints 4 KB within a second. */
const timeout = 15_000

/** Sends bytes to the printer. Throws a PrinterProblem, and never tries again: a receipt is not printed twice unasked. */
export async function sendToUsbPrinter(printer: BrowserPrinter, bytes: Uint8Array<ArrayBuffer>) {
  const device = await findDevice(printer)
  if (!device)
    throw new PrinterProblem(
      `${printer.name} is not plugged in, or this browser may no longer use it. Plug it in and switch it on, or connect it again in Settings.`,
    )
  try {
    const { endpoint, index } = await openPrinter(device)
    await assertReady(device, index)
    for (let at = 0; at < bytes.length; at += bytesPerTransfer)
      await transfer(device, endpoint, bytes.subarray(at, at + bytesPerTransfer))
  } finally {
    // Closing also ends a transfer that still waits.
    await device.close().catch(() => {})
  }
}

async function findDevice({ vendorId, productId, serialNumber }: BrowserPrinter): Promise<UsbDevice | undefined> {
  const devices = (await findUsb()?.getDevices()) ?? []
  return devices.find(
    (device) =>
      device.vendorId === vendorId && device.productId === productId && (device.serialNumber || null) === serialNumber,
  )
}

/** Opens the printer. Returns the endpoint that takes bytes, and the index that names its interface in requests. */
async function openPrinter(device: UsbDevice) {
  try {
    await device.open()
    if (device.configuration === null) await device.selectConfiguration(device.configurations[0]!.configurationValue)
    for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? [])
      for (const { interfaceClass, alternateSetting, endpoints } of alternates) {
        const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
        if (interfaceClass !== printerClass || !out) continue
        await device.claimInterface(interfaceNumber)
        return { endpoint: out.endpointNumber, index: (interfaceNumber << 8) | alternateSetting }
      }
  } catch {
    throw new PrinterProblem(
      'Another program or tab uses the printer. Close it there, or remove the printer from this computer’s printers, and try again.',
    )
  }
  throw new PrinterProblem('This device takes no receipts. Connect another printer in Settings.')
}

/** Throws when the printer reports that it has no paper. A printer that reports nothing counts as ready. */
async function assertReady(device: UsbDevice, index: number) {
  const status = await withTimeout(
    device.controlTransferIn({ requestType: 'class', recipient: 'interface', request: 1, value: 0, index }, 1),
  ).catch(() => null)
  const paperEmpty = 0x20
  if (status?.data && status.data.byteLength > 0 && status.data.getUint8(0) & paperEmpty)
    throw new PrinterProblem('The printer has no paper. Put in a roll and print again.')
}

async function transfer(device: UsbDevice, endpoint: number, bytes: Uint8Array<ArrayBuffer>) {
  const sent = await withTimeout(device.transferOut(endpoint, bytes)).catch(() => null)
  if (sent?.status !== 'ok')
    throw new PrinterProblem(
      'The printer stopped before the receipt was complete. Look at its paper, cover and cable, and then print again.',
    )
}

/** Rejects when the promise takes longer than a printer may. */
async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The printer did not answer in time')), timeout)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

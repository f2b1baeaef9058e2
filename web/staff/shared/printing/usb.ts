// The parts of WebUSB that a printer needs. TypeScript has no types of it, because only Chromium's browsers have it.

export type UsbDevice = {
  readonly vendorId: number
  readonly productId: number
  readonly productName?: string | null
  readonly manufacturerName?: string | null
  readonly serialNumber?: string | null
  readonly configuration: UsbConfiguration | null
  readonly configurations: readonly UsbConfiguration[]
  open(): Promise<void>
  close(): Promise<void>
  forget(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  controlTransferIn(
    setup: { requestType: 'class'; recipient: 'interface'; request: number; value: number; index: number },
    length: number,
  ): Promise<{ data?: DataView }>
  transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>): Promise<{ status: 'ok' | 'stall' | 'babble' }>
}
type UsbConfiguration = {
  readonly configurationValue: number
  readonly interfaces: readonly { interfaceNumber: number; alternates: readonly UsbAlternate[] }[]
}
type UsbAlternate = {
  readonly alternateSetting: number
  readonly interfaceClass: number
  readonly endpoints: readonly { endpointNumber: number; direction: 'in' | 'out'; type: string }[]
}
type Usb = {
  requestDevice(options: { filters: readonly { classCode: number }[] }): Promise<UsbDevice>
  getDevices(): Promise<UsbDevice[]>
}

/** The class of printers, by the USB standard. */
export const printerClass = 7

/** Returns WebUSB; undefined in a browser without it and on a page without https. */
export const findUsb = (): Usb | undefined => (navigator as { usb?: Usb }).usb

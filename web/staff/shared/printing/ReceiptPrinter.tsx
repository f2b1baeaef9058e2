import './receiptPrinter.css'
import { Button, Select, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'

import { toasts } from '../../../ui/toasts.ts'
import { type BrowserPrinter, storeBrowserPrinter, useBrowserPrinter } from './browserPrinter.ts'
import { parseRoll, rolls } from './rolls.ts'
import { findUsb } from './usb.ts'

const loadUsbPrinter = () => import('./usbPrinter.ts')

/** Connects a receipt printer to this browser, and stores what it needs to know of it. */
export function ReceiptPrinter() {
  const printer = useBrowserPrinter()
  if (printer) return <Connected printer={printer} />
  if (!findUsb())
    return (
      <p>
        {isSecureContext
          ? 'This browser cannot reach a printer by USB. Chrome and Edge on a computer can. Receipts print through the browser, on every printer of this computer.'
          : 'A browser reaches a printer by USB only on a page with https. Receipts print through the browser, on every printer of this computer.'}
      </p>
    )
  return <Connect />
}

function Connect() {
  const [connecting, setConnecting] = useState(false)
  // The browser asks for a device only shortly after the click, so the code is fetched before it.
  useEffect(() => {
    loadUsbPrinter().catch(() => {})
  }, [])
  async function connect() {
    setConnecting(true)
    try {
      const { chooseUsbPrinter } = await loadUsbPrinter()
      const chosen = await chooseUsbPrinter()
      storeBrowserPrinter(chosen)
      toasts.success(`${chosen.name} prints the receipts of this browser`)
    } catch (error) {
      toasts.error((error as Error).message)
    } finally {
      setConnecting(false)
    }
  }
  return (
    <div className="receipt-printer">
      <p>
        Prints the receipt of a sale at once, without the browser’s dialog, cuts it, and opens the cash drawer. The
        printer is plugged in here and understands ESC/POS.
      </p>
      <Button loading={connecting} onClick={() => void connect()}>
        Connect a receipt printer
      </Button>
    </div>
  )
}

function Connected({ printer }: { printer: BrowserPrinter }) {
  function disconnect() {
    storeBrowserPrinter(null)
    // A permission that stays is harmless: nothing is sent without the stored choice.
    loadUsbPrinter()
      .then(({ forgetUsbPrinter }) => forgetUsbPrinter(printer))
      .catch(() => {})
    toasts.success('Receipts print through the browser again')
  }
  return (
    <div className="receipt-printer">
      <p>
        <b>{printer.name}</b> is connected. A sale with a payment has the button ‘Print on the receipt printer’.
      </p>
      <Select
        label="Paper"
        data={rolls}
        value={String(printer.paper)}
        allowDeselect={false}
        onChange={(value) => storeBrowserPrinter({ ...printer, paper: parseRoll(value) })}
      />
      <Switch
        label="Open the cash drawer"
        description="With the receipt of a sale for which cash was taken or handed back today."
        checked={printer.opensDrawer}
        onChange={({ currentTarget }) => storeBrowserPrinter({ ...printer, opensDrawer: currentTarget.checked })}
      />
      <Button onClick={disconnect}>Disconnect</Button>
    </div>
  )
}

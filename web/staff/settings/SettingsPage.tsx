import './settings.css'
import { Radio } from '@mantine/core'

import { screens } from '../../../contract/shared/screens.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useSettings } from '../../lib/settings.ts'
import { setAppearance, useAppearance } from '../../theme/appearance.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ScreenTabs } from '../navigation/ScreenTabs.tsx'
import { ChosenCustomerData } from '../sales/customers/CustomerData.tsx'
import { ReceiptPrinter } from '../shared/printing/ReceiptPrinter.tsx'
import { DeviceSetting, OwnSessionsSetting } from './AccessSettings.tsx'
import { BackupReminder } from './BackupReminder.tsx'
import { CashDrawers } from './CashDrawers.tsx'
import { ClosedBooks } from './ClosedBooks.tsx'
import { DemoData } from './DemoData.tsx'
import { EmptyShop } from './EmptyShop.tsx'
import { GoldShown } from './GoldShown.tsx'
import { HiddenCosts } from './HiddenCosts.tsx'
import { KeptPrices } from './KeptPrices.tsx'
import { MessageSettings } from './messages/MessageSettings.tsx'
import { PaymentProofs } from './PaymentProofs.tsx'
import { Setting } from './Setting.tsx'
import { ShopSettings } from './ShopSettings.tsx'
import { TaxSettings } from './tax/TaxSettings.tsx'
import { TermsSettings } from './terms/TermsSettings.tsx'

/** Shows the user's own settings, and the shop's settings to managers and administrators. */
export function SettingsPage() {
  const me = useAccount()
  const version = useSettings()?.version
  return (
    <>
      <PageHeader title="Settings" tabs={may(me, 'audit.read') && <ScreenTabs of={screens.settings} />} />
      <div className="settings">
        <Setting title="Appearance" hint="For this browser alone.">
          <AppearanceChoice />
        </Setting>
        {!me?.byPin && <OwnSessionsSetting />}
        <Setting title="Receipt printer" hint="For this browser alone.">
          <ReceiptPrinter />
        </Setting>
        {may(me, 'settings.write') && (
          <Setting title="Shop" hint="For everybody who works here, from the moment it is saved.">
            <ShopSettings />
          </Setting>
        )}
        {may(me, 'devices.manage') && <DeviceSetting />}
        {may(me, 'books.close') && (
          <Setting title="Books" hint="The days whose figures stay as they were printed.">
            <ClosedBooks />
          </Setting>
        )}
        {may(me, 'tax.write') && (
          <Setting title="Tax" hint="The tax within the prices, by law of one country. Off until a country is chosen.">
            <TaxSettings />
          </Setting>
        )}
        {may(me, 'costs.hide') && (
          <Setting title="Costs" hint="Staff sell, order and receive with or without them.">
            <HiddenCosts />
          </Setting>
        )}
        {may(me, 'gold.show') && (
          <Setting title="Gold" hint="What visitors of the website see of the metal in a price.">
            <GoldShown />
          </Setting>
        )}
        {may(me, 'gold.keep_prices') && (
          <Setting title="Kept prices" hint="How long a deposit keeps the prices by the gold rate of a sale.">
            <KeptPrices />
          </Setting>
        )}
        {may(me, 'settings.write') && (
          <Setting
            title="Terms"
            hint="What buyers agree to: returns, and layaways. Buyers read them on the page of their order."
          >
            <TermsSettings />
          </Setting>
        )}
        {may(me, 'proofs.set_up') && (
          <Setting
            title="Payment proofs"
            hint="Who approves what buyers say to have paid, and how long pictures are kept."
          >
            <PaymentProofs />
          </Setting>
        )}
        {may(me, 'drawers.manage') && <CashDrawers />}
        {may(me, 'system.manage') && (
          <Setting title="Messages" hint="What customers are told of their orders and payments, by e-mail or by hand.">
            <MessageSettings />
          </Setting>
        )}
        {may(me, 'system.manage') && (
          <Setting title="Backups" hint="A failed disk destroys a shop that nobody copied.">
            <BackupReminder />
          </Setting>
        )}
        {may(me, 'demo.manage') && (
          <Setting title="Demo data" hint="A shop to try things on, before the real one is entered.">
            <DemoData />
          </Setting>
        )}
        {may(me, 'shop.empty') && (
          <Setting title="Empty shop" hint="Throw everything away, and begin anew.">
            <EmptyShop />
          </Setting>
        )}
        {may(me, 'customers.data') && (
          <Setting
            title="One customer’s data"
            hint="Everything the shop keeps of one person: to hand it over, or to forget who it was."
          >
            <ChosenCustomerData />
          </Setting>
        )}
        {version && <p className="version">Alahas {version}</p>}
      </div>
    </>
  )
}

function AppearanceChoice() {
  const appearance = useAppearance()
  return (
    <Radio.Group aria-label="Appearance" value={appearance} onChange={setAppearance} className="appearances">
      <Radio value="light" label="Light" />
      <Radio value="dark" label="Dark" />
      <Radio value="system" label="As this device" />
    </Radio.Group>
  )
}

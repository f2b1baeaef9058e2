import { screens } from '../../../../contract/shared/screens.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { Setting } from '../Setting.tsx'
import { ApiTokens } from './ApiTokens.tsx'
import { Webhooks } from './Webhooks.tsx'

/** Shows an administrator which other programs may call the shop, and which it tells what happens. */
export function IntegrationsPage() {
  return (
    <>
      <PageHeader title="Integrations" tabs={<ScreenTabs of={screens.settings} />} />
      <div className="settings">
        <Setting
          title="API tokens"
          hint="With a token, another program calls the shop. It may make the calls that you choose, and has your rights."
        >
          <ApiTokens />
        </Setting>
        <Setting
          title="Webhooks"
          hint="With a webhook, the shop tells another program what happens. You choose the events; each is signed."
        >
          <Webhooks />
        </Setting>
      </div>
    </>
  )
}

import { screens } from '../../../../contract/shared/screens.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { Setting } from '../Setting.tsx'
import { ApiTokens } from './ApiTokens.tsx'

/** Shows an administrator which other programs may call the shop. */
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
      </div>
    </>
  )
}

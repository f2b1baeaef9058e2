import { type ScreenPath, screens as paths } from '../../../contract/shared/screens.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useSettings } from '../../lib/settings.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { navigation } from './screens.ts'

/** Links the screens that are tabs of one screen (`of`). The navigation provides their labels. */
export function ScreenTabs({ of }: { of: ScreenPath }) {
  const account = useAccount()
  const hasDrawers = useSettings()?.hasDrawers ?? false
  // Staff of a shop without drawers have nothing to do with them.
  const isOffered = (path: ScreenPath) => path !== paths.drawer || hasDrawers || may(account, 'drawers.manage')
  const screens = navigation.filter(
    ({ path, tabOf, access }) => (path === of || tabOf === of) && may(account, access) && isOffered(path),
  )
  return (
    <Tabs
      label={screens.find(({ path }) => path === of)?.label ?? ''}
      tabs={screens.map(({ path, label, tab = label }) => ({ to: path, label: tab }))}
    />
  )
}

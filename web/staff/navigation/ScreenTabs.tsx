import type { ScreenPath } from '../../../contract/shared/screens.ts'
import { may, useAccount } from '../../lib/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { navigation } from './screens.ts'

/** Links the screens that are tabs of one screen (`of`). The navigation provides their labels. */
export function ScreenTabs({ of }: { of: ScreenPath }) {
  const account = useAccount()
  const screens = navigation.filter(({ path, tabOf, access }) => (path === of || tabOf === of) && may(account, access))
  return (
    <Tabs
      label={screens.find(({ path }) => path === of)?.label ?? ''}
      tabs={screens.map(({ path, label, tab = label }) => ({ to: path, label: tab }))}
    />
  )
}

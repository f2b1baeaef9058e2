import { screens } from '../../../contract/screens.ts'
import { Tabs } from '../../ui/Tabs.tsx'

/** The two screens behind 'Adjustment Reason'. */
export const AdjustmentTabs = () => (
  <Tabs
    label="Adjustments"
    tabs={[
      { to: screens.adjustmentReasons, label: 'Reasons' },
      { to: screens.adjustmentTypes, label: 'Types' },
    ]}
  />
)

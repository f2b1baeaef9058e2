import { screens } from '../../../../contract/shared/screens.ts'
import { adjustmentReasons } from '../../../../contract/stock/adjustment-reasons.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'

const screen: ScreenOf<typeof adjustmentReasons> = {
  calls: adjustmentReasons,
  what: 'Adjustment Reason',
  title: 'ADJUSTMENT REASON LIST',
  name: 'adjustment-reasons',
  label: 'Adjustment Reasons',
  columns: [
    { field: 'adjustmentReasonID', kind: 'key', header: 'ID' },
    { field: 'reasonName', header: 'Reason Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail' },
  ],
  rowID: (reason) => reason.adjustmentReasonID,
  nameOf: (reason) => reason.reasonName,
  search: 'Name or description',
  empty: { title: 'No adjustment reasons yet', text: 'Enter why stock is adjusted: damaged, lost, found.' },
  words: {
    notRead: 'An error occurred while fetching the adjustment reason.',
  },
  Fields: ({ control }) => (
    <>
      <TextField control={control} name="reasonName" required />
      <TextAreaField control={control} name="description" required />
    </>
  ),
}

export const AdjustmentReasonsPage = () => (
  <ListScreen of={screen} tabs={<ScreenTabs of={screens.adjustmentReasons} />} />
)

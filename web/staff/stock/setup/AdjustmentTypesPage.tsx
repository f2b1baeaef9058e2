import { screens } from '../../../../contract/shared/screens.ts'
import { adjustmentTypes } from '../../../../contract/stock/adjustment-types.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'

const screen: ScreenOf<typeof adjustmentTypes> = {
  calls: adjustmentTypes,
  what: 'Adjustment Type',
  title: 'ADJUSTMENT TYPE LIST',
  name: 'adjustment-types',
  label: 'Adjustment Types',
  columns: [
    { field: 'adjustmentTypeID', kind: 'key', header: 'ID' },
    { field: 'typeName', header: 'Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail' },
  ],
  rowID: (type) => type.adjustmentTypeID,
  nameOf: (type) => type.typeName,
  search: 'Name or description',
  empty: {
    title: 'No adjustment types yet',
    text: 'Enter the kinds of adjustment you make: every adjustment has one.',
  },
  Fields: ({ control }) => (
    <>
      <TextField control={control} name="typeName" required />
      <TextAreaField control={control} name="description" required />
    </>
  ),
}

export const AdjustmentTypesPage = () => <ListScreen of={screen} tabs={<ScreenTabs of={screens.adjustmentReasons} />} />

import { categories } from '../../../contract/catalogue/categories.ts'
import { StatusField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { activeFilter, ListScreen, type ScreenOf } from '../../ui/screen/ListScreen.tsx'

const screen: ScreenOf<typeof categories> = {
  calls: categories,
  what: 'Category',
  title: 'CATEGORY LIST',
  name: 'categories',
  label: 'Categories',
  columns: [
    { field: 'categoryID', kind: 'key', header: 'Category ID' },
    { field: 'categoryCode', header: 'Category Code', card: 'detail' },
    { field: 'categoryName', header: 'Category Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'extra' },
    { field: 'status', kind: 'active', header: 'Status', card: 'status' },
  ],
  rowID: (category) => category.categoryID,
  nameOf: (category) => category.categoryName,
  search: 'Code, name or description',
  filters: [activeFilter],
  empty: { title: 'No categories yet', text: 'Every item belongs to one: rings, earrings, chains.' },
  words: {
    notReadReason: 'An unknown error occurred while fetching the category.',
    notChanged: 'An unknown error occurred while updating the category.',
  },
  Fields: ({ control, stored }) => (
    <>
      <div className="two">
        <TextField control={control} name="categoryCode" required />
        <TextField control={control} name="categoryName" required />
      </div>
      <div className="two">
        <TextField control={control} name="tagalogName" lang="tl" hint="On the public site" />
        <TextField control={control} name="japaneseName" lang="ja" hint="On the public site" />
      </div>
      <TextAreaField control={control} name="description" />
      {stored && <StatusField control={control} name="status" />}
    </>
  ),
}

export const CategoriesPage = () => <ListScreen of={screen} />

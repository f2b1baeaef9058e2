import { categories, CategoryInput, type CategoryRow } from '../../../contract/catalogue/categories.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { StatusField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'

export function CreateCategory({ onClose }: { onClose: () => void }) {
  const write = useWrite(categories.create)
  const form = useRecordForm(CategoryInput, { categoryCode: '', categoryName: '', description: '' })
  return (
    <RecordForm
      title="Create Category"
      action="Create Category"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Category Created!', 'The new category has been successfully created.']}
      onClose={onClose}
    >
      <CategoryFields {...form} />
    </RecordForm>
  )
}

export function EditCategory({ category, onClose }: { category: CategoryRow; onClose: () => void }) {
  const id = category.categoryID
  const write = useWrite(categories.update)
  const form = useRecordForm(CategoryInput, category)
  return (
    <RecordForm
      title="Edit Category"
      action="Update Category"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: category, reload: async () => (await call(categories.get, { id })).data }}
      done={['Category Updated!', 'The category has been successfully updated.']}
      unknown="An unknown error occurred while updating the category."
      onClose={onClose}
    >
      <CategoryFields {...form} />
      <StatusField control={form.control} name="status" />
    </RecordForm>
  )
}

function CategoryFields({ control }: FormOf<typeof CategoryInput>) {
  return (
    <>
      <div className="two">
        <TextField control={control} name="categoryCode" label="Category code" required />
        <TextField control={control} name="categoryName" label="Category name" required />
      </div>
      <TextAreaField control={control} name="description" label="Description" />
    </>
  )
}

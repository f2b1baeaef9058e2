import { customerTypes } from '../../../contract/customer-types.ts'
import type { RecordSource } from '../../ui/RecordSelect.tsx'

/** Customer types, to choose one. */
export const customerTypeChoice: RecordSource<typeof customerTypes.list> = {
  list: customerTypes.list,
  query: { sort: 'TypeName' },
  option: (type) => ({ value: type.customerTypeID, label: type.TypeName }),
  failed: ({ status }) => (status === 0 ? 'Error fetching customer types' : 'Failed to fetch customer types'),
}

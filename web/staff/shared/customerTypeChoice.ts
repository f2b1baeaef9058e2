import { customerTypes } from '../../../contract/sales/customer-types.ts'
import { chooseFailureMessage } from '../../lib/api.ts'
import type { RecordSource } from '../../ui/form/RecordSelect.tsx'

/** Offers the customer types in a select field. */
export const customerTypeChoice: RecordSource<typeof customerTypes.list> = {
  list: customerTypes.list,
  query: { sort: 'TypeName' },
  option: (type) => ({ value: type.customerTypeID, label: type.TypeName }),
  failed: chooseFailureMessage('Error fetching customer types', 'Failed to fetch customer types'),
}

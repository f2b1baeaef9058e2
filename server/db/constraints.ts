import type { FailureCode } from '../../contract/shared/errors.ts'

/** What a broken constraint of the schema means to the person who sees it, and which input to blame. */
export const sentences: Record<string, { message: string; field?: string; code?: FailureCode }> = {
  user_email_unique: { field: 'email', message: 'Email already exists' },
  user_username_unique: { field: 'username', message: 'Username already exists' },
  supplier_name_unique: { field: 'supplierName', message: 'Supplier name already exists' },
  category_code_unique: { field: 'categoryCode', message: 'Category code already exists' },
  category_name_unique: { field: 'categoryName', message: 'Category name already exists' },
  item_code_unique: { field: 'itemCode', message: 'Item code already exists' },
  item_barcode_unique: { field: 'barcode', message: 'Barcode already exists' },
  location_name_unique: { field: 'locationName', message: 'Location name already exists' },
  inventory_type_name_unique: { field: 'typeName', message: 'Inventory type already exists' },
  inventory_unique: { field: 'itemID', message: 'This item already has stock of this type at this location' },
  transaction_type_name_unique: { field: 'transactionName', message: 'Transaction name already exists' },
  payment_type_name_unique: { field: 'paymentName', message: 'Payment name already exists' },
  customer_type_name_unique: { field: 'TypeName', message: 'Customer type already exists' },
  adjustment_reason_name_unique: { field: 'reasonName', message: 'Reason name already exists' },
  adjustment_type_name_unique: { field: 'typeName', message: 'Adjustment type already exists' },
  saved_view_name_unique: { field: 'viewName', message: 'You have a view of this name already' },
  stock_count_line_unique: { field: 'itemID', message: 'This item is on the sheet already' },
  company_profile_pkey: { message: 'The company profile exists already' },
  inventory_quantity: { code: 'stock.negative', message: 'There is not that much in stock' },
  inventory_reserved: { code: 'stock.held', message: 'Open sales hold more than would be left in stock' },
}

/** The lists whose search, filters, order and columns users can save as a view. */
export const viewLists = [
  'items',
  'inventory',
  'customers',
  'sales',
  'purchase-orders',
  'receivings',
  'inventory-adjustments',
] as const
export type ViewList = (typeof viewLists)[number]
export const isViewList = (name: string): name is ViewList => (viewLists as readonly string[]).includes(name)

/** The lists whose searches, filters, order and columns people keep under a name. */
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

export const receivingStatuses = ['Pending', 'Completed', 'Canceled'] as const

/** In what a delivery is entered: weighed, or counted in the item's own unit. */
export const receivingUoms = ['grams', 'kg', 'PCS', 'PAIR'] as const

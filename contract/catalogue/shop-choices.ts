/** The sort orders of the catalogue; the first is the default. */
export const shopSorts = ['newest', 'price', '-price'] as const
/** Whether an item is in stock, is made or procured when a customer orders it (it has a lead time), or is sold out. */
export const availabilities = ['inStock', 'madeToOrder', 'soldOut'] as const
/** The value of the stone filter for items without a stone. */
export const noStone = 'none'
/** Maximum length of a visitor's question, in characters. */
export const longestQuestion = 2000

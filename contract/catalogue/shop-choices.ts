/** In what order the catalogue can be read; the first is the one it has by itself. */
export const shopSorts = ['newest', 'price', '-price'] as const
/** In stock: it can be had at once. Otherwise it is made, or got, to order. */
export const availabilities = ['inStock', 'madeToOrder'] as const
/** What the filter by stone calls a piece without one. */
export const noStone = 'none'
/** The longest question that is taken, in characters. */
export const longestQuestion = 2000

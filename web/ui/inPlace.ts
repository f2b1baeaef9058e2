/**
 * How an address changes with what is chosen on its screen: it stays where it is scrolled to, and shows the choice at
 * once. Left to the router, that waits until there is time to draw, and what is chosen meanwhile would be added to an
 * address without it.
 */
export const inPlace = { preventScrollReset: true, flushSync: true } as const

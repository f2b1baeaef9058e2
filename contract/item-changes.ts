/** How many rows of a list can be chosen, and changed, at once. */
export const chosenAtMost = 1000

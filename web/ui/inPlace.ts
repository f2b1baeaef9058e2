/**
 * Options for changing the address while a user chooses on a screen. The scroll position stays, and the change is
 * rendered at once. A deferred navigation would lose a second choice that is made before the first is rendered.
 */
export const inPlace = { preventScrollReset: true, flushSync: true } as const

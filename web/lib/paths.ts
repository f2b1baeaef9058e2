/** The public pages' addresses. The back-office's are in contract/screens.ts, because the server reads them too. */
export const publicPaths = { home: '/' } as const

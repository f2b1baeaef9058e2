/** The state of an address that opens a receiving together with the labels of what arrived. */
export const withLabels = { labels: true }

export const isWithLabels = (state: unknown) => (state as Partial<typeof withLabels> | null)?.labels === true

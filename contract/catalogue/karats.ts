/** The purities of gold that the shop sells, the purest first. */
export const karats = ['24K', '22K', '21K', '18K', '14K', '10K'] as const

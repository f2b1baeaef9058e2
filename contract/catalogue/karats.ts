/** How pure gold is, from pure to the least that we sell. */
export const karats = ['24K', '22K', '21K', '18K', '14K', '10K'] as const

/** The purities of gold that the shop sells, the purest first. */
export const karats = ['24K', '22K', '21K', '18K', '14K', '10K'] as const
export type Karat = (typeof karats)[number]

/** The fineness of each karat in parts of pure gold in a thousand. A hallmark shows it next to the karat. */
export const fineness: Record<Karat, number> = {
  '24K': 999,
  '22K': 916,
  '21K': 875,
  '18K': 750,
  '14K': 585,
  '10K': 417,
}

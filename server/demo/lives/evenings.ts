// The lives of the demo shop: what was on show, who claimed it, and what became of the baskets.

/** A piece goes one of these ways while it is on show. The first viewer claims it, and the second one behind the first. */
export type Course =
  /** The first viewer wins it, and the others wait or find the line full. */
  | 'sold'
  /** The first viewer says so twice. */
  | 'said twice'
  /** The first viewer names its number while the next piece is on show. */
  | 'late'
  /** Staff type the claim at the console. */
  | 'typed'
  /** The claim sounds like a question, and a person decides that it is one of the piece. */
  | 'asked first'
  /** The first viewer takes the claim back, and the second one gets the piece. */
  | 'taken back'
  /** The first viewer takes the claim back, and the second one does not want it any more. */
  | 'passed on'
  /** The first viewer takes the claim back, and the second one does not answer. */
  | 'unanswered'
  /** The first viewer is not served, and the second one wins it. */
  | 'not served'
  /** Somebody would have liked it, and nobody claims it. */
  | 'regretted'
  | 'nobody'

export type Shown = readonly [itemCode: string, course: Course, ...viewers: string[]]

/** A basket ends in one of these ways after its page was sent. */
export type BasketFate =
  /** Paid and completed, with a parcel. */
  | 'sent'
  /** Paid in two parts and completed, with a parcel. */
  | 'paid twice'
  /** Paid and taken at the counter. */
  | 'picked up'
  /** Paid, and not handed over yet. */
  | 'paid'
  | 'half paid'
  /** Not paid, and the page of the order is open. */
  | 'open'
  /** Not paid until the hold ended. */
  | 'lapsed'
  /** Taken back after its page was sent. */
  | 'canceled'

export type Evening = {
  name: string
  daysAgo: number
  platforms: readonly ('Facebook' | 'TikTok')[]
  lineLength: number
  remarks: string
  shown: readonly Shown[]
  baskets: Readonly<Record<string, BasketFate>>
  /** The comments that nobody has decided, each with the number of the piece after which it was written. */
  unread: readonly (readonly [after: number, viewer: string, text: string])[]
}

/** The viewers who write on TikTok. All others write on Facebook. */
export const onTikTok: ReadonlySet<string> = new Set([
  'golden.hour_ph',
  'ate.weng',
  'mommy_dess',
  'iya.jewels',
  'yuki_ginza',
])

/** The viewers who are customers, with their place in the list of customers. */
export const joined: Readonly<Record<string, number>> = {
  'Rowena Villanueva': 0,
  'Marilou Okada': 48,
  'Emi Hayakawa': 85,
  'Rosalie Bernardo': 22,
}

/** The marks of buyers after the first evening. */
export const marks = [
  {
    viewer: 'Boy Joker',
    mark: 'not served',
    reason: 'Third basket in two months that he neither paid nor answered. Carmela has written to him twice.',
  },
  {
    viewer: 'Cherry Bloom',
    mark: 'deposit first',
    reason: 'Her basket lapsed. She may buy again, with half of it paid first.',
  },
] as const

const payday: Evening = {
  name: 'Payday gold',
  daysAgo: 16,
  platforms: ['Facebook', 'TikTok'],
  lineLength: 1,
  remarks: 'Trays 1 and 2. Free shipping within Japan from 15,000 pesos.',
  shown: [
    ['ER-016', 'sold', 'Ana Reyes'],
    ['CH-005', 'sold', 'Rowena Villanueva', 'Bea Lim'],
    ['CH-008', 'typed', 'ate.weng'],
    ['PD-003', 'nobody'],
    ['WB-008', 'said twice', 'Tess N. Aichi'],
    ['ER-003', 'taken back', 'Rhea Mae', 'golden.hour_ph'],
    ['BR-006', 'sold', 'Luz Manalastas', 'Ana Reyes', 'mommy_dess'],
    ['ER-018', 'late', 'mommy_dess'],
    ['CH-012', 'asked first', 'Emi Hayakawa'],
    ['BC-006', 'regretted', 'Nanay Flor'],
    ['CH-004', 'sold', 'Boy Joker', 'Gemma Ueda'],
    ['ER-008', 'sold', 'golden.hour_ph'],
    ['PD-004', 'unanswered', 'Joy Tolentino', 'iya.jewels'],
    ['BR-008', 'sold', 'Ana Reyes', 'Cherry Bloom'],
    ['ER-007', 'nobody'],
    ['CH-010', 'late', 'Gemma Ueda'],
    ['WB-006', 'sold', 'Emi Hayakawa'],
    ['ER-013', 'passed on', 'Kristine ♡', 'Liza Kani'],
    ['PD-005', 'sold', 'Cherry Bloom'],
    ['BR-012', 'sold', 'Rowena Villanueva', 'Luz Manalastas'],
    ['CH-014', 'typed', 'Tess N. Aichi'],
    ['ER-005', 'nobody'],
    ['BG-004', 'sold', 'Gemma Ueda', 'Ana Reyes'],
    ['PD-010', 'said twice', 'Bea Lim'],
    ['CH-006', 'sold', 'mommy_dess'],
    ['ER-010', 'nobody'],
    ['BR-010', 'sold', 'Luz Manalastas', 'yuki_ginza'],
    ['CH-015', 'late', 'Ana Reyes'],
    ['BG-006', 'nobody'],
    ['ER-017', 'sold', 'golden.hour_ph', 'ate.weng'],
  ],
  baskets: {
    'Ana Reyes': 'sent',
    'Rowena Villanueva': 'sent',
    'Tess N. Aichi': 'sent',
    'golden.hour_ph': 'sent',
    'Luz Manalastas': 'paid twice',
    'ate.weng': 'picked up',
    'Emi Hayakawa': 'sent',
    mommy_dess: 'sent',
    'Gemma Ueda': 'half paid',
    'Bea Lim': 'canceled',
    'Boy Joker': 'lapsed',
    'Cherry Bloom': 'lapsed',
  },
  unread: [
    [29, 'iya.jewels', 'yung 13 po available pa ba, mine sana'],
    [30, 'Nanay Flor', 'mine po yung hikaw kanina, di ko nakita number'],
  ],
}

const pearls: Evening = {
  name: 'Pearls and fine chains',
  daysAgo: 2,
  platforms: ['Facebook'],
  lineLength: 2,
  remarks: 'Tray 5 first. Pearls from Ise.',
  shown: [
    ['ER-004', 'sold', '由美', 'Nanay Flor'],
    ['CH-008', 'nobody'],
    ['ER-009', 'sold', 'Marilou Okada', 'Ana Reyes', '由美', 'Liza Kani'],
    ['BR-009', 'sold', 'Tess N. Aichi'],
    ['CH-011', 'not served', 'Boy Joker', 'Kristine ♡'],
    ['PD-010', 'typed', 'Rosalie Bernardo'],
    ['ER-010', 'taken back', 'Joy Tolentino', 'Marilou Okada'],
    ['LS-010', 'nobody'],
    ['CH-005', 'said twice', 'Nanay Flor'],
    ['BC-001', 'regretted', 'Rhea Mae'],
    ['ER-003', 'sold', 'さくら', 'Kristine ♡'],
    ['CH-014', 'late', 'Cherry Bloom'],
    ['BR-011', 'sold', 'Liza Kani', 'Tess N. Aichi'],
    ['PD-009', 'asked first', '由美'],
    ['WB-010', 'nobody'],
    ['ER-015', 'sold', 'Joy Tolentino'],
    ['CH-010', 'passed on', 'Rhea Mae', 'Gemma Ueda'],
    ['BR-013', 'sold', 'Ana Reyes'],
    ['ER-014', 'unanswered', 'Gemma Ueda', 'Nanay Flor'],
    ['CH-006', 'sold', 'Rosalie Bernardo', 'Joy Tolentino', 'Ana Reyes'],
    ['BG-012', 'nobody'],
    ['ER-011', 'sold', 'Cherry Bloom'],
    ['CH-012', 'late', 'Nanay Flor'],
    ['BR-005', 'sold', 'Marilou Okada', 'Kristine ♡'],
    ['PD-006', 'nobody'],
    ['CH-009', 'sold', 'Kristine ♡'],
  ],
  baskets: {
    由美: 'sent',
    'Marilou Okada': 'sent',
    'Ana Reyes': 'sent',
    さくら: 'picked up',
    'Rosalie Bernardo': 'paid',
    'Tess N. Aichi': 'paid',
    'Nanay Flor': 'half paid',
    'Cherry Bloom': 'half paid',
    'Kristine ♡': 'open',
    'Liza Kani': 'open',
    'Joy Tolentino': 'open',
  },
  unread: [
    [24, 'Rhea Mae', '3.8g o 2.8g po ba? mine kung 2.8'],
    [25, 'さくら', '21番、まだありますか？買います'],
    [26, 'Gemma Ueda', 'mine x2'],
  ],
}

export const evenings: readonly Evening[] = [payday, pearls]

/** The live of one of the next evenings. */
export const plannedEvening = {
  name: 'Rings and bangles',
  daysAhead: 3,
  platforms: ['Facebook', 'TikTok'],
  lineLength: 1,
  remarks: 'Tray 3 first, then the bangles. Ask Misaki for the ring sizer.',
  itemCodes: [
    'WB-006',
    'WB-008',
    'WB-003',
    'WB-009',
    'RG-003',
    'RG-006',
    'RG-007',
    'RG-011',
    'RG-014',
    'RG-017',
    'BG-004',
    'BG-012',
    'BG-002',
    'BG-003',
    'BG-008',
    'BG-006',
    'BR-006',
    'BR-012',
    'BR-005',
    'ER-019',
    'ER-015',
    'CH-013',
    'CH-001',
    'BG-010',
  ],
} as const

/** Returns who has a piece at the end of the evening; null for nobody. */
export function winnerOf([, course, first, second]: Shown): string | null {
  if (course === 'taken back' || course === 'not served') return second!
  const isFree = course === 'passed on' || course === 'unanswered' || course === 'regretted' || course === 'nobody'
  return isFree ? null : first!
}

/** The fates in which a basket was completed, and those in which it holds its pieces still. */
const completed: ReadonlySet<BasketFate> = new Set(['sent', 'paid twice', 'picked up'])
const holding: ReadonlySet<BasketFate> = new Set(['paid', 'half paid', 'open'])

/** The price of a piece in a live: its price with 3% off, in round pesos. */
export const priceInLive = (price: number) => Math.floor((price * 0.97) / 50) * 50

/** Returns how many sales the lives have completed, and their total. */
export function sumLiveSales(priceOf: (itemCode: string) => number) {
  const sold = evenings.flatMap(({ shown, baskets }) =>
    shown.flatMap((one) => (completed.has(baskets[winnerOf(one) ?? '']!) ? [priceInLive(priceOf(one[0]))] : [])),
  )
  const orders = evenings.flatMap(({ baskets }) => Object.values(baskets)).filter((fate) => completed.has(fate))
  return { paidOrders: orders.length, totalSales: sold.reduce((sum, price) => sum + price, 0) }
}

/** Returns the pieces that the lives take from the stock at Main, or hold there. */
export const findLiveNeeds = () =>
  evenings.map(({ daysAgo, shown, baskets }) => ({
    daysAgo,
    itemCodes: shown.flatMap((one) => {
      const fate = baskets[winnerOf(one) ?? '']
      return fate && (completed.has(fate) || holding.has(fate)) ? [one[0]] : []
    }),
  }))

// The demo shop's 150 items, with their materials and the price of their stones.

export type Kind = 'ring' | 'earrings' | 'pendant' | 'chain' | 'bracelet' | 'bangle' | 'brooch' | 'stone' | 'findings'
export type Metal = 'yellow' | 'white' | 'rose'
export type Stone = 'none' | 'diamond' | 'emerald' | 'ruby' | 'sapphire' | 'pearl' | 'jade'
export type Karat = '24K' | '22K' | '21K' | '18K' | '14K' | '10K'

export type Piece = {
  itemCode: string
  category: string
  kind: Kind
  /** The style selects the drawing; `words.ts` has its name. */
  style: string
  stone: Stone
  karat: Karat
  metal: Metal
  /** The weight of one piece or pair. BULK is sold by the gram, so its weight is 1. */
  grams: number
  /** The price of the stones in pesos. */
  stones: number
  size: string | null
  /** Days until a made-to-order piece is ready; null for pieces in stock. */
  leadTimeDays: number | null
}

type Row = [style: string, stone: Stone, karat: Karat, metal: Metal, grams: number, stones: number, size?: string]

/** The categories in the order of the shop's list. Each row describes one piece. */
const catalogue: { code: string; name: string; description: string; kind: Kind; rows: Row[] }[] = [
  {
    code: 'RG',
    name: 'Rings',
    description: 'Engagement and dress rings',
    kind: 'ring',
    rows: [
      ['solitaire', 'diamond', '18K', 'white', 2.1, 38500, '11'],
      ['solitaire', 'diamond', '18K', 'yellow', 1.8, 14500, '10'],
      ['solitaire', 'diamond', '14K', 'rose', 1.4, 6200, '9'],
      ['solitaire', 'emerald', '22K', 'yellow', 2.6, 26000, '12'],
      ['solitaire', 'ruby', '18K', 'yellow', 1.6, 9800, '10'],
      ['solitaire', 'pearl', '14K', 'yellow', 1.1, 1900, '9'],
      ['solitaire', 'jade', '18K', 'yellow', 1.7, 3200, '11'],
      ['halo', 'sapphire', '18K', 'white', 2.8, 24800, '12'],
      ['halo', 'diamond', '18K', 'white', 3.1, 52000, '11'],
      ['halo', 'emerald', '18K', 'yellow', 2.7, 19500, '10'],
      ['halo', 'ruby', '14K', 'rose', 1.9, 7600, '9'],
      ['halo', 'pearl', '18K', 'rose', 1.8, 4800, '10'],
      ['trilogy', 'diamond', '18K', 'white', 2.4, 29800, '11'],
      ['trilogy', 'sapphire', '14K', 'yellow', 1.7, 8900, '10'],
      ['trilogy', 'ruby', '18K', 'yellow', 2.2, 16400, '12'],
      ['baguette', 'emerald', '18K', 'white', 2.3, 17200, '11'],
      ['baguette', 'diamond', '14K', 'white', 1.5, 8400, '10'],
      ['oval', 'sapphire', '18K', 'yellow', 2.5, 21500, '12'],
      ['oval', 'jade', '22K', 'yellow', 2.9, 5400, '13'],
      ['oval', 'ruby', '18K', 'white', 2.0, 12600, '10'],
      ['eternity', 'diamond', '18K', 'yellow', 1.9, 18600, '11'],
      ['eternity', 'diamond', '14K', 'rose', 1.3, 5800, '9'],
      ['eternity', 'sapphire', '14K', 'white', 1.4, 5200, '10'],
      ['signet', 'none', '18K', 'yellow', 3.6, 0, '17'],
      ['signet', 'none', '10K', 'yellow', 1.2, 0, '15'],
      ['twist', 'none', '14K', 'rose', 1.0, 0, '9'],
      ['twist', 'none', '10K', 'yellow', 0.8, 0, '8'],
    ],
  },
  {
    code: 'WB',
    name: 'Wedding bands',
    description: 'Bands for two, engraved free of charge',
    kind: 'ring',
    rows: [
      ['band', 'none', '24K', 'yellow', 4.0, 0, '13'],
      ['band', 'none', '22K', 'yellow', 3.6, 0, '13'],
      ['band', 'none', '18K', 'yellow', 2.4, 0, '12'],
      ['band', 'none', '18K', 'white', 2.5, 0, '12'],
      ['band', 'none', '18K', 'rose', 2.3, 0, '11'],
      ['band', 'none', '14K', 'yellow', 1.5, 0, '12'],
      ['band', 'none', '14K', 'white', 1.5, 0, '12'],
      ['band', 'none', '10K', 'yellow', 1.1, 0, '11'],
      ['duo', 'none', '18K', 'yellow', 3.0, 0, '13'],
      ['duo', 'none', '18K', 'rose', 2.9, 0, '12'],
      ['duo', 'none', '14K', 'yellow', 1.8, 0, '12'],
    ],
  },
  {
    code: 'ER',
    name: 'Earrings',
    description: 'Studs, hoops and drops',
    kind: 'earrings',
    rows: [
      ['studs', 'diamond', '18K', 'white', 0.9, 9800],
      ['studs', 'diamond', '14K', 'yellow', 0.7, 3600],
      ['studs', 'pearl', '18K', 'yellow', 0.6, 1800],
      ['studs', 'pearl', '14K', 'white', 0.5, 1200],
      ['studs', 'ruby', '14K', 'yellow', 0.6, 1900],
      ['studs', 'sapphire', '14K', 'white', 0.6, 2100],
      ['studs', 'emerald', '18K', 'yellow', 0.8, 4200],
      ['studs', 'jade', '14K', 'yellow', 0.6, 900],
      ['drops', 'pearl', '14K', 'yellow', 1.2, 6400],
      ['drops', 'pearl', '18K', 'white', 1.6, 11200],
      ['drops', 'diamond', '18K', 'rose', 1.5, 12800],
      ['drops', 'emerald', '18K', 'yellow', 1.7, 13900],
      ['drops', 'ruby', '18K', 'yellow', 1.4, 7800],
      ['drops', 'jade', '22K', 'yellow', 1.9, 3100],
      ['hoops', 'none', '18K', 'yellow', 1.3, 0, '16 mm'],
      ['hoops', 'none', '18K', 'rose', 1.3, 0, '16 mm'],
      ['hoops', 'none', '14K', 'yellow', 0.8, 0, '12 mm'],
      ['hoops', 'none', '10K', 'yellow', 0.6, 0, '10 mm'],
      ['hoops', 'none', '22K', 'yellow', 2.6, 0, '28 mm'],
      ['halo', 'sapphire', '18K', 'white', 1.4, 11600],
      ['halo', 'ruby', '14K', 'rose', 1.0, 4600],
      ['halo', 'emerald', '18K', 'yellow', 1.5, 12400],
    ],
  },
  {
    code: 'PD',
    name: 'Pendants',
    description: 'Pendants on a fine chain',
    kind: 'pendant',
    rows: [
      ['solitaire', 'diamond', '18K', 'white', 0.9, 11800],
      ['solitaire', 'diamond', '14K', 'yellow', 0.7, 4200],
      ['solitaire', 'pearl', '14K', 'yellow', 0.6, 1600],
      ['solitaire', 'ruby', '14K', 'rose', 0.7, 2200],
      ['solitaire', 'sapphire', '18K', 'white', 0.8, 4400],
      ['solitaire', 'jade', '18K', 'yellow', 0.9, 1500],
      ['halo', 'diamond', '18K', 'rose', 1.4, 16200],
      ['halo', 'emerald', '18K', 'yellow', 1.5, 14800],
      ['halo', 'sapphire', '14K', 'white', 1.0, 6100],
      ['halo', 'pearl', '18K', 'yellow', 1.2, 5200],
      ['pear', 'ruby', '18K', 'yellow', 1.1, 7400],
      ['pear', 'emerald', '22K', 'yellow', 1.6, 12600],
      ['pear', 'diamond', '18K', 'white', 1.2, 19400],
      ['pear', 'jade', '14K', 'yellow', 0.8, 1300],
      ['sun', 'ruby', '22K', 'yellow', 3.2, 2800],
      ['sun', 'diamond', '18K', 'yellow', 2.4, 5200],
      ['sun', 'pearl', '14K', 'rose', 1.5, 1400],
      ['bar', 'none', '18K', 'yellow', 1.0, 0],
      ['bar', 'none', '14K', 'rose', 0.7, 0],
      ['bar', 'none', '10K', 'white', 0.6, 0],
    ],
  },
  {
    code: 'CH',
    name: 'Chains',
    description: 'Chains by weight and length',
    kind: 'chain',
    rows: [
      ['curb', 'none', '18K', 'yellow', 10.2, 0, '50 cm'],
      ['curb', 'none', '18K', 'white', 4.1, 0, '45 cm'],
      ['curb', 'none', '22K', 'yellow', 15.4, 0, '55 cm'],
      ['curb', 'none', '14K', 'yellow', 2.2, 0, '45 cm'],
      ['cable', 'none', '18K', 'yellow', 1.2, 0, '40 cm'],
      ['cable', 'none', '18K', 'rose', 1.3, 0, '45 cm'],
      ['cable', 'none', '14K', 'white', 0.9, 0, '40 cm'],
      ['cable', 'none', '10K', 'yellow', 0.8, 0, '38 cm'],
      ['figaro', 'none', '18K', 'yellow', 6.4, 0, '50 cm'],
      ['figaro', 'none', '14K', 'yellow', 2.8, 0, '45 cm'],
      ['beads', 'none', '18K', 'yellow', 1.9, 0, '42 cm'],
      ['beads', 'none', '14K', 'rose', 1.1, 0, '40 cm'],
      ['rope', 'none', '21K', 'yellow', 8.6, 0, '50 cm'],
      ['rope', 'none', '18K', 'yellow', 3.8, 0, '45 cm'],
      ['rope', 'none', '10K', 'yellow', 1.4, 0, '45 cm'],
    ],
  },
  {
    code: 'BR',
    name: 'Bracelets',
    description: 'Link, tennis and pearl bracelets',
    kind: 'bracelet',
    rows: [
      ['tennis', 'diamond', '18K', 'white', 7.2, 148000, '17 cm'],
      ['tennis', 'diamond', '14K', 'white', 5.1, 46000, '17 cm'],
      ['tennis', 'sapphire', '18K', 'white', 6.8, 62000, '17 cm'],
      ['tennis', 'ruby', '18K', 'yellow', 6.6, 58000, '18 cm'],
      ['curb', 'none', '18K', 'yellow', 4.2, 0, '18 cm'],
      ['curb', 'none', '14K', 'yellow', 1.9, 0, '17 cm'],
      ['curb', 'none', '22K', 'yellow', 9.8, 0, '19 cm'],
      ['curb', 'none', '10K', 'rose', 1.2, 0, '16 cm'],
      ['pearls', 'pearl', '14K', 'yellow', 0.9, 5600, '18 cm'],
      ['pearls', 'pearl', '18K', 'white', 1.2, 12800, '18 cm'],
      ['pearls', 'jade', '18K', 'yellow', 1.1, 4200, '18 cm'],
      ['figaro', 'none', '18K', 'yellow', 2.6, 0, '18 cm'],
      ['figaro', 'none', '14K', 'white', 1.5, 0, '17 cm'],
    ],
  },
  {
    code: 'BG',
    name: 'Bangles',
    description: 'Solid and set bangles',
    kind: 'bangle',
    rows: [
      ['plain', 'none', '22K', 'yellow', 12.4, 0, '60 mm'],
      ['plain', 'none', '18K', 'yellow', 8.2, 0, '58 mm'],
      ['plain', 'none', '18K', 'rose', 7.9, 0, '58 mm'],
      ['plain', 'none', '14K', 'yellow', 4.6, 0, '56 mm'],
      ['set', 'diamond', '18K', 'white', 8.8, 42000, '58 mm'],
      ['set', 'ruby', '18K', 'yellow', 8.4, 24000, '58 mm'],
      ['set', 'jade', '22K', 'yellow', 11.0, 9800, '60 mm'],
      ['twist', 'none', '18K', 'yellow', 9.4, 0, '60 mm'],
      ['twist', 'none', '14K', 'rose', 5.2, 0, '58 mm'],
      ['pair', 'none', '21K', 'yellow', 13.6, 0, '58 mm'],
      ['carved', 'none', '24K', 'yellow', 18.8, 0, '60 mm'],
      ['carved', 'none', '22K', 'yellow', 14.2, 0, '58 mm'],
    ],
  },
  {
    code: 'BC',
    name: 'Brooches',
    description: 'Flowers, sprays and moons',
    kind: 'brooch',
    rows: [
      ['sampaguita', 'pearl', '18K', 'yellow', 5.8, 4200],
      ['sampaguita', 'diamond', '18K', 'white', 6.1, 22000],
      ['spray', 'ruby', '18K', 'yellow', 5.2, 9600],
      ['spray', 'emerald', '14K', 'yellow', 3.4, 8800],
      ['moon', 'sapphire', '18K', 'white', 4.4, 10400],
      ['moon', 'pearl', '14K', 'rose', 2.9, 2600],
    ],
  },
  {
    code: 'LS',
    name: 'Loose stones',
    description: 'Stones with their certificates, to be set as you wish',
    kind: 'stone',
    rows: [
      ['round', 'diamond', '18K', 'white', 0.06, 58000, '0.30 ct'],
      ['round', 'diamond', '18K', 'white', 0.04, 19800, '0.20 ct'],
      ['cushion', 'diamond', '18K', 'white', 0.1, 124000, '0.50 ct'],
      ['emerald', 'emerald', '18K', 'yellow', 0.2, 46000, '1.00 ct'],
      ['oval', 'emerald', '18K', 'yellow', 0.12, 18500, '0.60 ct'],
      ['oval', 'sapphire', '18K', 'yellow', 0.24, 38000, '1.20 ct'],
      ['pear', 'sapphire', '18K', 'yellow', 0.14, 14200, '0.70 ct'],
      ['cushion', 'ruby', '18K', 'yellow', 0.18, 42000, '0.90 ct'],
      ['marquise', 'ruby', '18K', 'yellow', 0.09, 8600, '0.45 ct'],
      ['round', 'pearl', '18K', 'yellow', 0.5, 2400, '7.0 mm'],
      ['round', 'pearl', '18K', 'yellow', 0.8, 5600, '8.5 mm'],
      ['oval', 'jade', '18K', 'yellow', 0.6, 3800, '10 × 8 mm'],
      ['pear', 'jade', '18K', 'yellow', 0.5, 2900, '9 × 6 mm'],
    ],
  },
  {
    code: 'FD',
    name: 'Findings',
    description: 'Jump rings and clasps for the bench, by weight',
    kind: 'findings',
    rows: [
      ['jumprings', 'none', '22K', 'yellow', 1, 0, '4 mm'],
      ['jumprings', 'none', '18K', 'yellow', 1, 0, '3 mm'],
      ['jumprings', 'none', '18K', 'white', 1, 0, '3 mm'],
      ['jumprings', 'none', '14K', 'yellow', 1, 0, '5 mm'],
      ['jumprings', 'none', '14K', 'rose', 1, 0, '4 mm'],
      ['jumprings', 'none', '10K', 'yellow', 1, 0, '4 mm'],
      ['clasps', 'none', '18K', 'yellow', 1, 0, '9 mm'],
      ['clasps', 'none', '18K', 'white', 1, 0, '9 mm'],
      ['clasps', 'none', '14K', 'yellow', 1, 0, '11 mm'],
      ['clasps', 'none', '14K', 'rose', 1, 0, '9 mm'],
      ['clasps', 'none', '10K', 'yellow', 1, 0, '11 mm'],
    ],
  },
]

export const categories = catalogue.map(({ code, name, description }) => ({ code, name, description }))

/** The large pieces that are made to order, with their lead time in days. */
const madeToOrder: Record<string, number> = {
  'RG-009': 28,
  'BR-001': 35,
  'BR-003': 35,
  'BG-005': 30,
  'BG-011': 21,
  'BC-002': 30,
  'BC-003': 30,
}

export const pieces: Piece[] = catalogue.flatMap(({ code, kind, rows }) =>
  rows.map(([style, stone, karat, metal, grams, stones, size], n) => {
    const itemCode = `${code}-${String(n + 1).padStart(3, '0')}`
    return {
      itemCode,
      category: code,
      kind,
      style,
      stone,
      karat,
      metal,
      grams,
      stones,
      size: size ?? null,
      leadTimeDays: madeToOrder[itemCode] ?? null,
    }
  }),
)

/** The price of one gram of fine gold in the demo shop, in pesos. */
const goldPerGram = 6150
const fineness: Record<Karat, number> = {
  '24K': 0.999,
  '22K': 0.916,
  '21K': 0.875,
  '18K': 0.75,
  '14K': 0.585,
  '10K': 0.417,
}
/** The labour cost of one piece in pesos. Findings have a cost per gram. */
const labour: Record<Kind, number> = {
  ring: 950,
  earrings: 700,
  pendant: 650,
  chain: 450,
  bracelet: 900,
  bangle: 1600,
  brooch: 3200,
  stone: 0,
  findings: 140,
}

/** Returns the cost of one piece, pair or gram, rounded to 10 pesos. */
export function costOf({ kind, karat, grams, stones }: Piece): number {
  const gold = kind === 'stone' ? 0 : grams * goldPerGram * fineness[karat]
  return Math.round((gold + labour[kind] * 0.6 + stones * 0.62) / 10) * 10
}

/** Returns the selling price, rounded to 10 pesos: gold and labour with a margin, and the price of the stones. */
export function priceOf({ kind, karat, grams, stones }: Piece): number {
  const gold = kind === 'stone' ? 0 : grams * goldPerGram * fineness[karat] * 1.22
  return Math.round((gold + labour[kind] * 1.3 + stones) / 10) * 10
}

export const uomOf = ({ kind }: Piece) =>
  kind === 'earrings' ? ('PAIR' as const) : kind === 'findings' ? ('BULK' as const) : ('PCS' as const)

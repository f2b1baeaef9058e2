import type { Karat } from '../catalogue/karats.ts'
import type { Language } from '../shared/languages.ts'
import { formatExactWeight } from '../shared/quantities.ts'

// The texts that the paper of a certificate and the page that checks it share. Browsers load none of them.

/** The names of a certificate's facts in one language. */
type CertificateLabels = {
  certificate: string
  gold: string
  metal: string
  weight: string
  stones: string
  size: string
  piece: string
  laboratory: string
  issued: string
  /** States the weight of a piece and of the gold in it. */
  ofWhichGold: (grams: string, gold: string) => string
}

export const certificateLabels: Record<Language, CertificateLabels> = {
  en: {
    certificate: 'Certificate',
    gold: 'Gold',
    metal: 'Metal',
    weight: 'Weight',
    stones: 'Stones',
    size: 'Size',
    piece: 'Piece',
    laboratory: 'Laboratory report',
    issued: 'Issued',
    ofWhichGold: (grams, gold) => `${grams}, of which gold ${gold}`,
  },
  tl: {
    certificate: 'Sertipiko',
    gold: 'Ginto',
    metal: 'Metal',
    weight: 'Timbang',
    stones: 'Mga bato',
    size: 'Sukat',
    piece: 'Piyesa',
    laboratory: 'Laboratoryo',
    issued: 'Inilabas',
    ofWhichGold: (grams, gold) => `${grams}, ginto ${gold}`,
  },
  ja: {
    certificate: '証明書番号',
    gold: '品位',
    metal: '金属',
    weight: '重量',
    stones: '石',
    size: 'サイズ',
    piece: '個体番号',
    laboratory: '鑑別書',
    issued: '発行',
    ofWhichGold: (grams, gold) => `${grams}（うち地金 ${gold}）`,
  },
}

/** States the weight of a piece, and of its gold where that is less; null for an unknown weight. */
export function describePieceWeight(
  { karat, grams, netGrams }: { karat: Karat | null; grams: number | null; netGrams: number | null },
  language: Language,
): string | null {
  if (grams === null) return null
  const whole = formatExactWeight(grams)
  if (karat === null || netGrams === null || netGrams === grams) return whole
  return certificateLabels[language].ofWhichGold(whole, formatExactWeight(netGrams))
}

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  tl: 'Enero Pebrero Marso Abril Mayo Hunyo Hulyo Agosto Setyembre Oktubre Nobyembre Disyembre'.split(' '),
}

/** Writes out a calendar date (YYYY-MM-DD): `20 November 2026`, `20 Nobyembre 2026`, `2026年11月20日`. */
export function writeLongDay(date: string, language: Language): string {
  const [year, month, day] = date.split('-').map(Number)
  return language === 'ja' ? `${year}年${month}月${day}日` : `${day} ${months[language][month! - 1]} ${year}`
}

import { writeLongDay } from '../../../contract/sales/certificate-labels.ts'
import type { Language } from '../../../contract/shared/languages.ts'

// How the page of an order writes calendar dates (YYYY-MM-DD). A year is written only where it is not the present one.

const weekdays = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  tl: 'Linggo Lunes Martes Miyerkules Huwebes Biyernes Sabado'.split(' '),
  ja: '日 月 火 水 木 金 土'.split(' '),
}

const isThisYear = (day: string, today: string) => day.slice(0, 4) === today.slice(0, 4)

/** Writes out a day: `30 November`, `30 Nobyembre`, `11月30日`. */
export function writeDay(day: string, today: string, language: Language): string {
  const long = writeLongDay(day, language)
  if (!isThisYear(day, today)) return long
  return language === 'ja' ? long.replace(/^\d+年/, '') : long.replace(/ \d+$/, '')
}

/** Writes a day in little space: `30 Nov`, `30 Nob`, `11月30日`. */
export const writeShortDay = (day: string, today: string, language: Language) =>
  writeDay(day, today, language).replace(/(\p{Lu}\p{Ll}{2})\p{Ll}+/u, '$1')

/** Writes a day with its weekday: `Monday, 30 November`, `Lunes, 30 Nobyembre`, `11月30日（月）`. */
export function writeWeekday(day: string, today: string, language: Language): string {
  const weekday = weekdays[language][new Date(`${day}T00:00:00Z`).getUTCDay()]!
  const date = writeDay(day, today, language)
  return language === 'ja' ? `${date}（${weekday}）` : `${weekday}, ${date}`
}

/** Returns the number of days from one day to another; negative when the other is earlier. */
export const countDays = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

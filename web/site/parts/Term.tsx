import { useSite } from './site.ts'

/**
 * A term of the shop (a metal, a stone, a category) in the page's language. An untranslated term is marked as English.
 */
export function Term({ text }: { text: string }) {
  const { language, words } = useSite()
  const known = words.shop.terms[text.toLowerCase()]
  if (known !== undefined) return known
  return language === 'en' ? text : <span lang="en">{text}</span>
}

/** Returns a term of the shop as text, as `Term` shows it. */
export const useTerm = (text: string): string => useSite().words.shop.terms[text.toLowerCase()] ?? text

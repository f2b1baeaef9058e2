import { useSite } from './site.ts'

/** A word of the shop's own (a metal, a stone, a category) in the page's language; marked as English where it has none. */
export function Term({ text }: { text: string }) {
  const { language, words } = useSite()
  const known = words.shop.terms[text.toLowerCase()]
  if (known !== undefined) return known
  return language === 'en' ? text : <span lang="en">{text}</span>
}

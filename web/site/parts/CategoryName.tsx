import { useSite } from './site.ts'
import { Term, useTerm } from './Term.tsx'

type Named = { categoryName: string; categoryNameLanguage: string }

/** A category's name in the page's language: the shop's own translation, or else the one that the site knows. */
export function CategoryName({ of }: { of: Named }) {
  const { language } = useSite()
  if (of.categoryNameLanguage === language) return of.categoryName
  return <Term text={of.categoryName} />
}

/** Returns the name of a category as text, as `CategoryName` shows it. */
export function useCategoryName({ categoryName, categoryNameLanguage }: Named): string {
  const { language } = useSite()
  const term = useTerm(categoryName)
  return categoryNameLanguage === language ? categoryName : term
}

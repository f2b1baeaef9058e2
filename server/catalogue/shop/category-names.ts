import { inArray } from 'drizzle-orm'

import type { Facet } from '../../../contract/catalogue/shop.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { category } from '../../db/schema/catalogue.ts'
import type { Db, Tx } from '../../kernel/database.ts'

export type CategoryNames = { categoryName: string; tagalogName: string | null; japaneseName: string | null }

/** Returns a category's name in a language with the language of that name. A missing translation gives its own name. */
export function translateCategory({ categoryName, tagalogName, japaneseName }: CategoryNames, language: Language) {
  const translated = { en: null, tl: tagalogName, ja: japaneseName }[language]
  return translated === null
    ? { categoryName, categoryNameLanguage: 'en' as const }
    : { categoryName: translated, categoryNameLanguage: language }
}

/** Translates the names of a filter's categories. */
export async function translateCategories(db: Db | Tx, facets: Facet[], language: Language): Promise<Facet[]> {
  const { categoryID, categoryName, tagalogName, japaneseName } = category
  if (language === 'en' || facets.length === 0) return facets
  const rows = await db
    .select({ categoryID, categoryName, tagalogName, japaneseName })
    .from(category)
    .where(
      inArray(
        categoryID,
        facets.map(({ value }) => Number(value)),
      ),
    )
  const byID = new Map(rows.map((row) => [String(row.categoryID), translateCategory(row, language)]))
  return facets.map((facet) => {
    const translated = byID.get(facet.value)
    return translated?.categoryNameLanguage === language
      ? { ...facet, name: translated.categoryName, nameLanguage: language }
      : facet
  })
}

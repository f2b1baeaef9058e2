import { category } from '../../db/schema/catalogue.ts'
import type { MadeNames } from '../../imports/kinds/kind.ts'
import type { Context } from '../../kernel/context.ts'
import { recordAll, stampCreated } from '../../resource/records.ts'

/** The categories that an import makes. */
export const madeCategories: MadeNames = {
  table: category,
  key: category.categoryID,
  name: category.categoryName,
  entity: 'category',
  one: 'category',
  many: 'categories',
}

/** Creates categories that the file names, and returns their keys. */
export async function createCategories(context: Context, names: string[]) {
  const made = await context.db
    .insert(category)
    .values(names.map((name) => ({ categoryCode: name, categoryName: name, ...stampCreated(context) })))
    .returning()
  await recordAll(
    context,
    made.map((row) => ({ action: 'create', entity: 'category', entityID: row.categoryID, before: null, after: row })),
  )
  return made.map(({ categoryID }) => categoryID)
}

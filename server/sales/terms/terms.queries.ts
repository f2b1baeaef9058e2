import { and, asc, desc, eq, sql } from 'drizzle-orm'

import type { AgreedTerms } from '../../../contract/order-page/order-page.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { nameOf } from '../../db/names.ts'
import { shopTerms } from '../../db/schema/company.ts'
import { sale, transactionType } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findRecord } from '../../resource/records.ts'

const selectTerms = (db: Db | Tx) =>
  db
    .select({
      termsID: shopTerms.termsID,
      kind: shopTerms.kind,
      version: shopTerms.version,
      english: shopTerms.english,
      tagalog: shopTerms.tagalog,
      japanese: shopTerms.japanese,
      createdAt: shopTerms.createdAt,
      createdByName: nameOf(shopTerms.createdByID),
    })
    .from(shopTerms)

/** Returns every version of the terms, the newest first. */
export const listTerms = (db: Db | Tx) => selectTerms(db).orderBy(asc(shopTerms.kind), desc(shopTerms.version))

/** Returns a version of terms that exists. */
export async function findTerms(db: Db | Tx, termsID: number) {
  const [found] = await selectTerms(db).where(eq(shopTerms.termsID, termsID))
  return found!
}

/** Returns the terms that were agreed with a sale. Those of layaways count while it is a layaway. Throws 404 without the sale. */
export async function listSaleTerms(db: Db | Tx, salesTransactionID: number) {
  await findRecord(db, 'Sale', sale, sale.salesTransactionID, salesTransactionID)
  return findAgreedTerms(db, salesTransactionID)
}

/** Returns the terms that were agreed with a sale; none for a sale that does not exist. */
export const findAgreedTerms = (db: Db | Tx, salesTransactionID: number) =>
  selectTerms(db)
    .innerJoin(sale, sql`${shopTerms.termsID} in (${sale.returnTermsID}, ${sale.layawayTermsID})`)
    .innerJoin(transactionType, eq(transactionType.transactionTypeID, sale.transactionTypeID))
    .where(
      and(
        eq(sale.salesTransactionID, salesTransactionID),
        sql`(${shopTerms.kind} = 'return' or ${transactionType.code} = 'layaway')`,
      ),
    )
    .orderBy(asc(shopTerms.kind))

/** Returns the terms that were agreed with a sale as its buyer reads them, in this language or else in English. */
export async function readAgreedTerms(
  db: Db | Tx,
  salesTransactionID: number,
  language: Language,
): Promise<AgreedTerms[]> {
  const agreed = await findAgreedTerms(db, salesTransactionID)
  return agreed.map(({ kind, version, english, tagalog, japanese }) => {
    const own = { en: english, tl: tagalog, ja: japanese }[language]
    return { kind, version, text: own ?? english, language: own === null ? 'en' : language }
  })
}

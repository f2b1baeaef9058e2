import { desc, eq } from 'drizzle-orm'

import type { z } from '../../../contract/shared/zod.ts'
import { type TermsInput, termsLabels } from '../../../contract/terms/terms.ts'
import { shopTerms } from '../../db/schema/company.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { findTerms } from './terms.queries.ts'

/**
 * Writes the next version of terms, which sales agree to from now on. Throws 409 when another version was written since
 * the caller read the terms, and 422 when the texts are those of the last version.
 */
export async function writeTerms(context: Context, { readVersion, kind, ...sent }: z.output<typeof TermsInput>) {
  const { db, actor, now } = context
  assertAccess(actor, 'settings.write')
  const [latest] = await db
    .select()
    .from(shopTerms)
    .where(eq(shopTerms.kind, kind))
    .orderBy(desc(shopTerms.version))
    .limit(1)
  const version = latest?.version ?? 0
  // Of two people who write at once, the unique index refuses the later one with the same code.
  if (readVersion !== version)
    throw new AppError(
      'terms.outrun',
      version === 0
        ? `There are no ${termsLabels[kind].toLowerCase()} yet: read them again`
        : `Version ${version} of the ${termsLabels[kind].toLowerCase()} is newer: read it first`,
    )
  const texts = { english: sent.english, tagalog: sent.tagalog ?? null, japanese: sent.japanese ?? null }
  const isSame = latest && (['english', 'tagalog', 'japanese'] as const).every((name) => texts[name] === latest[name])
  if (isSame)
    throw new AppError('terms.unchanged', `These are the texts of version ${version}: change them first`, {
      field: 'english',
    })
  const [created] = await db
    .insert(shopTerms)
    .values({
      kind,
      version: version + 1,
      ...texts,
      createdByID: userIDOf(actor),
      // The clocks of two servers differ. A version must still be later than the one before it.
      createdAt: new Date(Math.max(now.getTime(), (latest?.createdAt.getTime() ?? 0) + 1)),
    })
    .returning()
  await record(context, {
    action: 'create',
    entity: 'terms',
    entityID: created!.termsID,
    before: null,
    after: created!,
  })
  return findTerms(db, created!.termsID)
}

import type { FastifyInstance } from 'fastify'

import { importDrafts } from '../../../contract/imports/drafts.ts'
import { serve } from '../../http/serve.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { ok } from '../../resource/records.ts'
import type { Kinds } from '../kinds/kind.ts'
import { findImport } from '../runs/imports.queries.ts'
import { withProgress } from '../runs/progress.ts'
import { checkDraft, createImportDraft, importDraftRows, removeDraft } from './drafts.operations.ts'
import { describeDraft, type Draft, findDraft, listDrafts } from './drafts.queries.ts'
import { listChanges, listWrongRows } from './findings.queries.ts'
import { correctRows, setFixes } from './fixes.operations.ts'
import { setEncoding, setMapping } from './mapping.operations.ts'
import { streamWrongRows } from './wrong-rows-file.ts'

export function draftRoutes(app: FastifyInstance, kinds: Kinds) {
  const answerDraft = async (context: Context<SignedIn>, draft: Draft) => ok(await describeDraft(context, kinds, draft))

  serve(app, importDrafts.create, async ({ body, files }, context) =>
    answerDraft(context, await createImportDraft(context, kinds, body, files.file)),
  )

  serve(app, importDrafts.list, async (_, context) => ok(await listDrafts(context)))

  serve(app, importDrafts.get, async ({ id }, context) => answerDraft(context, await findDraft(context, id)))

  serve(app, importDrafts.remove, async ({ id }, context) => {
    await removeDraft(context, id)
    return ok(null)
  })

  serve(app, importDrafts.map, async ({ id, body }, context) =>
    answerDraft(context, await setMapping(context, kinds, id, body)),
  )

  serve(app, importDrafts.setEncoding, async ({ id, body }, context) =>
    answerDraft(context, await setEncoding(context, kinds, id, body)),
  )

  serve(app, importDrafts.fix, async ({ id, body }, context) =>
    answerDraft(context, await setFixes(context, kinds, id, body)),
  )

  serve(app, importDrafts.correct, async ({ id, body }, context) =>
    answerDraft(context, await correctRows(context, id, body)),
  )

  serve(app, importDrafts.check, ({ id }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) =>
      answerDraft(context, await checkDraft(context, kinds, id, reporter)),
    ),
  )

  serve(app, importDrafts.wrongRows, async ({ id, query: { format, ...query } }, context) => {
    const draft = await findDraft(context, id)
    return format === 'json'
      ? listWrongRows(context.db, id, query)
      : streamWrongRows(app.db, context, draft, format, query)
  })

  serve(app, importDrafts.changes, async ({ id, query }, context) => {
    await findDraft(context, id)
    return listChanges(context.db, id, query)
  })

  serve(app, importDrafts.run, ({ id, body }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) => {
      const { importID, waiting } = await importDraftRows(context, kinds, id, body, reporter)
      return ok(await findImport(context.db, importID), waiting)
    }),
  )
}

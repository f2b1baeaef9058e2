import type { FastifyInstance } from 'fastify'

import { imports } from '../../../contract/imports/imports.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import type { Kinds } from '../kinds/kind.ts'
import { findImport, listImports } from './imports.queries.ts'
import { checkFile, importFile } from './one-shot.operations.ts'
import { progressOf, stopWork, withProgress } from './progress.ts'
import { findUndoBlockers, undoImport } from './undo.operations.ts'

export function importRoutes(app: FastifyInstance, kinds: Kinds) {
  serve(app, imports.list, async ({ query }, { db }) => listImports(db, query))

  serveRecord(app, imports.get, async (db, id) => ok(await findImport(db, id)))

  serve(app, imports.progress, async (_, { db, actor }) => ok(await progressOf(db, actor.userID)))

  serve(app, imports.stop, async (_, { db, actor }) => ok(await stopWork(db, actor.userID)))

  serve(app, imports.check, ({ body, files }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) =>
      ok(await checkFile(context, kinds, body, files.file, reporter)),
    ),
  )

  serve(app, imports.create, ({ body, files }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) => {
      const { importID, waiting } = await importFile(context, kinds, body, files.file, reporter)
      return ok(await findImport(context.db, importID), waiting)
    }),
  )

  serve(app, imports.undo, ({ id }, context) =>
    withProgress(app.db, context.actor.userID, async (reporter) => {
      const message = await undoImport(context, kinds, id, reporter)
      return ok(await findImport(context.db, id), message)
    }),
  )

  serve(app, imports.findBlockers, async ({ id }, context) => ok(await findUndoBlockers(context, kinds, id)))
}

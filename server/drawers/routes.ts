import type { FastifyInstance } from 'fastify'

import { drawerClosing, drawerMovements } from '../../contract/drawers/closing.ts'
import { drawerReports } from '../../contract/drawers/drawer-reports.ts'
import { drawerSessions } from '../../contract/drawers/drawer-sessions.ts'
import { drawers as endpoints, ownDrawer } from '../../contract/drawers/drawers.ts'
import { serve } from '../http/serve.ts'
import type { Context } from '../kernel/context.ts'
import { ok } from '../resource/records.ts'
import { assertCompared } from './blind.rules.ts'
import {
  closeDrawer,
  finishCounting,
  handInCount,
  handInRecount,
  sellAgain,
  startCounting,
} from './closing.operations.ts'
import { chooseOwnDrawer, createDrawer, readOwnDrawer, updateDrawer } from './drawers.operations.ts'
import { listDrawers } from './drawers.queries.ts'
import { computeReportOfNow } from './figures.queries.ts'
import { enterMovement, takeMovementBack } from './movements.operations.ts'
import { openDrawer } from './opening.operations.ts'
import {
  findDrawerSession,
  findReport,
  listDrawerSessions,
  type SessionDetails,
  showSession,
} from './sessions.queries.ts'

/** Registers every endpoint of cash drawers. */
export function drawers(app: FastifyInstance) {
  serve(app, endpoints.list, async (_, { db }) => ok(await listDrawers(db)))

  serve(app, endpoints.create, async ({ body }, context) => ok(await createDrawer(context, body)))

  serve(app, endpoints.update, async ({ id, body }, context) => ok(await updateDrawer(context, id, body)))

  serve(app, ownDrawer.get, async (_, context) => ok(await readOwnDrawer(context)))

  serve(app, ownDrawer.choose, async ({ body }, context) => ok(await chooseOwnDrawer(context, body.drawerID)))

  serve(app, drawerSessions.list, async ({ query }, { db }) => listDrawerSessions(db, query))

  // The caller decides what is shown, so the caller is known before the session is read.
  serve(app, drawerSessions.get, ({ id }, context) => answer(context, findDrawerSession(context.db, id)))

  serve(app, drawerSessions.open, ({ id, body }, context) => answer(context, openDrawer(context, id, body)))

  serve(app, drawerMovements.enter, ({ id, body }, context) => answer(context, enterMovement(context, id, body)))

  serve(app, drawerMovements.takeBack, ({ id, body }, context) =>
    answer(context, takeMovementBack(context, id, body.note)),
  )

  serve(app, drawerClosing.startCounting, ({ id }, context) => answer(context, startCounting(context, id)))

  serve(app, drawerClosing.sellAgain, ({ id }, context) => answer(context, sellAgain(context, id)))

  serve(app, drawerClosing.count, ({ id, body }, context) => answer(context, handInCount(context, id, body)))

  serve(app, drawerClosing.recount, ({ id, body }, context) => answer(context, handInRecount(context, id, body)))

  serve(app, drawerClosing.finish, ({ id }, context) => answer(context, finishCounting(context, id)))

  serve(app, drawerClosing.close, async ({ id, body }, context) => ok(await closeDrawer(context, id, body)))

  serve(app, drawerReports.z, async ({ id }, { db }) => ok(await findReport(db, id)))

  serve(app, drawerReports.comparison, async ({ id }, { db, actor }) => {
    const details = await findDrawerSession(db, id)
    assertCompared(actor, details)
    return ok(await computeReportOfNow(db, details))
  })

  serve(app, drawerReports.x, async ({ id }, { db }) => {
    const details = await findDrawerSession(db, id)
    return ok(await computeReportOfNow(db, details))
  })
}

/** Returns the response with a session, as the caller may see it. */
const answer = async ({ actor }: Context, details: Promise<SessionDetails>) => ok(showSession(actor, await details))

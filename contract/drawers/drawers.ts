import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { drawerStatuses } from './drawer-rules.ts'

const fields = {
  drawerName: required(60),
  /** Whether the drawer counts yen too. */
  countsYen: z.boolean().optional(),
  status: z.boolean().optional(),
}

export const DrawerInput = z.object({ ...fields, locationID: ID })
export type DrawerInput = z.input<typeof DrawerInput>

/** A drawer with its session that is not closed. It has no amounts. */
export const Drawer = z
  .object({
    drawerID: ID,
    drawerName: z.string(),
    locationID: ID,
    locationName: z.string(),
    countsYen: z.boolean(),
    status: z.boolean(),
    session: z
      .object({
        drawerSessionID: ID,
        number: z.string(),
        status: z.enum(drawerStatuses),
        openedAt: Moment,
        openedByName: z.string().nullable(),
      })
      .nullable(),
    ...Stamps,
  })
  .meta({ id: 'Drawer' })
export type DrawerRow = z.input<typeof Drawer>

const path = '/api/v1/drawers'

export const drawers = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Returns every drawer with its session that is not closed',
    access: 'drawers.use',
    about: ['drawer', 'drawerSession', 'location'],
    returns: answer(z.array(Drawer)),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Makes a drawer. Cash at its location then needs an open session',
    access: 'drawers.manage',
    body: DrawerInput,
    returns: answer(Drawer),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Renames a drawer, changes what it counts, or deactivates it',
    access: 'drawers.manage',
    body: z.object({ ...fields, ...LastRead }),
    returns: answer(Drawer),
  }),
}

/** The drawer that the caller's session uses: the chosen one, or else the only one of a location. */
const ChosenDrawer = z.object({ drawerID: ID.nullable() }).meta({ id: 'ChosenDrawer' })

export const ownDrawer = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/own-drawer',
    summary: 'Returns the drawer that the caller’s session has chosen',
    access: 'drawers.use',
    about: ['drawer'],
    returns: answer(ChosenDrawer),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/v1/own-drawer',
    summary: 'Chooses the drawer of the caller’s session; null chooses none',
    access: 'drawers.use',
    body: z.object({ drawerID: ID.nullable() }),
    returns: answer(ChosenDrawer),
  }),
}

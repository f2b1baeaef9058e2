import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, JsonText, LastRead, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { viewLists } from './view-lists.ts'

/** Maximum number of views that a user saves for one list. */
export const viewsAtMost = 50

const List = z.enum(viewLists)
/** The query parameters of the list's address: search, filters, sort and page size. */
const Query = z.record(z.string().max(60), JsonText.max(200))
/** The names of the hidden columns. */
const Hidden = z.array(JsonText.trim().min(1).max(60)).max(60)

/** The fields of a view that a user enters. */
export const ViewNaming = z.object({
  viewName: required(60),
  /** Whether all staff see the view. Only managers may share. */
  shared: z.boolean().optional(),
})

export const SavedView = z
  .object({
    viewID: ID,
    list: List,
    viewName: z.string(),
    query: z.record(z.string(), z.string()),
    hidden: z.array(z.string()),
    shared: z.boolean(),
    /** The owner. */
    userID: ID,
    userName: z.string(),
    /** Whether the caller's list opens with this view. */
    isDefault: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'SavedView' })
export type SavedViewRow = z.input<typeof SavedView>

const base = '/api/v1/saved-views'

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'Lists the caller’s own and all shared views of a list, by name',
    access: 'views.use',
    about: ['savedView'],
    query: z.strictObject({ list: List }),
    returns: answer(z.array(SavedView)),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Saves a list’s search, filters, order and columns as a view',
    access: 'views.use',
    body: ViewNaming.extend({ list: List, query: Query, hidden: Hidden }),
    returns: answer(SavedView),
    status: 201,
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: `${base}/default`,
    summary: 'Sets the view that a list opens with for the caller; null removes it',
    access: 'views.use',
    body: z.object({ list: List, viewID: ID.nullable() }),
    returns: answer(z.null()),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Changes the name, the sharing or the content of a view',
    access: 'views.use',
    body: ViewNaming.partial().extend({ query: Query.optional(), hidden: Hidden.optional(), ...LastRead }),
    returns: answer(SavedView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Deletes a view',
    access: 'views.use',
    returns: answer(z.null()),
  }),
}

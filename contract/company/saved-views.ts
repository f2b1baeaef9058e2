import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { viewLists } from './view-lists.ts'

/** How many views of one list a person keeps at most. */
export const viewsAtMost = 50

const List = z.enum(viewLists)
/** PostgreSQL takes no half of a character, and no NUL, into JSON. */
const Text = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The text holds a character that cannot be kept')

/** What the list is asked for (search, filters, sort, page size), as it stands in its address. */
const Query = z.record(z.string().max(60), Text.max(200))
/** The columns that are not shown, by their names. */
const Hidden = z.array(Text.trim().min(1).max(60)).max(60)

/** What people enter of a view. */
export const ViewNaming = z.object({
  viewName: required(60),
  /** Everybody sees it: managers alone share. */
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
    /** Whose it is. */
    userID: ID,
    userName: z.string(),
    /** The caller's list opens with it. */
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
    summary: 'The caller’s own views of a list, and those shared with everybody, by name',
    access: 'views.use',
    query: z.strictObject({ list: List }),
    returns: answer(z.array(SavedView)),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Keeps a list’s search, filters, order and columns under a name',
    access: 'views.use',
    body: ViewNaming.extend({ list: List, query: Query, hidden: Hidden }),
    returns: answer(SavedView),
    status: 201,
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: `${base}/default`,
    summary: 'The view with which a list opens for the caller; none where null',
    access: 'views.use',
    body: z.object({ list: List, viewID: ID.nullable() }),
    returns: answer(z.null()),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Changes what a view is called, who sees it, or what it shows',
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

import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const DemoShop = z
  .object({
    /** Whether the demo shop does not exist, is being loaded, or is loaded. */
    state: z.enum(['absent', 'loading', 'loaded']),
    /** The progress in whole per cent while this server loads the demo shop; otherwise null. */
    progress: z.int().min(0).max(100).nullable(),
    /** The reason why the demo shop can be neither loaded nor cleared now; otherwise null. */
    obstacle: z.string().nullable(),
    /** The reason why the last attempt to load failed; otherwise null. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'DemoShop' })
export type DemoShop = z.output<typeof DemoShop>

export const DemoClearing = z.object({
  /** The shop's current name, which the user types to confirm that clearing is no mistake. */
  shopName: required(120),
})

export const demo = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/demo',
    summary: 'Returns whether the demo shop is loaded, and the progress of its load',
    access: 'demo.manage',
    about: ['demo', 'shop'],
    returns: answer(DemoShop),
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/v1/demo',
    summary: 'Starts to load the demo shop into an empty shop',
    access: 'demo.manage',
    returns: answer(DemoShop),
  }),
  clear: endpoint({
    method: 'POST',
    path: '/api/v1/demo/clear',
    summary: 'Deletes the demo shop; refused when the shop has documents of its own',
    access: 'demo.manage',
    body: DemoClearing,
    returns: answer(DemoShop),
  }),
}

import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const DemoShop = z
  .object({
    /** Whether the demo shop is in this shop, or on its way in. */
    state: z.enum(['absent', 'loading', 'loaded']),
    /** How much of it is there, in whole per cent, while this server loads it. */
    progress: z.int().min(0).max(100).nullable(),
    /** Why it can be neither loaded nor cleared now, in a sentence; null where it can. */
    obstacle: z.string().nullable(),
    /** Why it was not loaded when it was last tried, in a sentence. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'DemoShop' })
export type DemoShop = z.output<typeof DemoShop>

export const DemoClearing = z.object({
  /** As the shop is called now, so that nobody clears it by mistake. */
  shopName: required(120),
})

export const demo = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/demo',
    summary: 'Whether the demo shop is here, and how far its loading is',
    access: 'demo.manage',
    returns: answer(DemoShop),
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/v1/demo',
    summary: 'Begins to load the demo shop into an empty shop',
    access: 'demo.manage',
    returns: answer(DemoShop),
  }),
  clear: endpoint({
    method: 'POST',
    path: '/api/v1/demo/clear',
    summary: 'Takes the demo shop out again, while the shop has no documents of its own',
    access: 'demo.manage',
    body: DemoClearing,
    returns: answer(DemoShop),
  }),
}

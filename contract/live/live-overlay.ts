import { karats } from '../catalogue/karats.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The page that OBS shows. Its secret stands in the fragment, which browsers send to no server. */
export const overlayPath = '/live-overlay'

/** Viewers see this of a live: the piece on show, and first names of those who have won it. */
const Snapshot = z
  .object({
    piece: z
      .object({
        number: z.int(),
        name: z.string(),
        karat: z.enum(karats).nullable(),
        /** The grams as people read them: `6.10 g`. */
        weight: z.string(),
        price: z.number(),
        /** MINE while one is free, SOLD when none is. */
        state: z.enum(['MINE', 'SOLD']),
        firstNames: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'OverlaySnapshot' })
export type OverlaySnapshot = z.input<typeof Snapshot>

const path = '/api/v1/lives/:id/overlay'

export const liveOverlay = {
  // It does not honour Idempotency-Key, because the stored response would hold the secret.
  make: endpoint({
    method: 'POST',
    path,
    summary: 'Makes the secret address of the overlay; the address before it ends',
    access: 'lives.host',
    returns: answer(z.object({ liveID: ID, address: z.string(), madeAt: Moment })),
  }),
  end: endpoint({
    method: 'DELETE',
    path,
    summary: 'Ends the address of the overlay',
    access: 'lives.host',
    returns: answer(z.object({ liveID: ID })),
  }),
  snapshot: endpoint({
    method: 'POST',
    path: '/api/v1/live-overlay',
    summary: 'Returns what the overlay with this secret shows now',
    access: 'public',
    body: z.object({ token: required(100) }),
    returns: answer(Snapshot),
  }),
}

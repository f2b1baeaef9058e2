import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const Emptying = z.object({
  /** The shop's current name, which the user types to confirm that emptying is no mistake. */
  shopName: required(120),
  /** Whether people, settings, locations and types stay. They stay unless this is false. */
  keepPeopleAndSettings: z.boolean().optional(),
})

export const EmptiedShop = z
  .object({
    /** The number of deleted rows. */
    rows: z.int(),
  })
  .meta({ id: 'EmptiedShop' })

export const emptyShop = {
  run: endpoint({
    method: 'POST',
    path: '/api/v1/empty-shop',
    summary: 'Deletes everything that was entered into the shop; people and settings stay if the caller wants it',
    access: 'shop.empty',
    body: Emptying,
    returns: answer(EmptiedShop),
  }),
}

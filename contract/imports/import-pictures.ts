import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/**
 * The state of a picture that a row of a file names: the server will download it, has it, or could not get it. `named`
 * is the name of a file, which waits for a person to upload it.
 */
export const importPictureStates = ['waiting', 'taken', 'failed', 'named'] as const
const State = z.enum(importPictureStates)

const ImportPicture = z
  .object({
    importPictureID: ID,
    itemID: ID,
    itemCode: z.string(),
    /** The address or the file name. */
    source: z.string(),
    state: State,
    /** The reason of a failure, as a sentence. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'ImportPicture' })

const ImportPictures = z
  .object({
    counts: z.object({ waiting: z.int(), taken: z.int(), failed: z.int(), named: z.int() }),
    pictures: z.array(ImportPicture),
  })
  .meta({ id: 'ImportPictures' })

export const importPictures = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id/pictures',
    summary: 'Counts the pictures that the rows of an import name, and lists them with what became of each',
    access: 'imports.write',
    about: ['import'],
    query: z.strictObject({
      state: State.optional(),
      skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(10),
    }),
    returns: answer(ImportPictures),
  }),
  retry: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/:id/pictures/retry',
    summary: 'Downloads the failed pictures of an import again',
    access: 'imports.write',
    returns: answer(z.object({ waiting: z.int() })),
  }),
}

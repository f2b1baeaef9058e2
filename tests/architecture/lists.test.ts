// Proves that every list takes the filters that all lists share.
import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import { answer, commonFilters } from '../../contract/shared/answers.ts'
import { endpoint, type Endpoint } from '../../contract/shared/endpoint.ts'
import { z } from '../../contract/shared/zod.ts'
import { isList } from '../support/lists.ts'

/** The lists that lack one of the common filters, with its name. */
const withoutFilters = (all: readonly Endpoint[]) =>
  all
    .filter(isList)
    .flatMap(({ path, query }) =>
      Object.entries(commonFilters).flatMap(([name, filter]) =>
        query.shape[name] === filter ? [] : [`${path} does not take ${name}: build its query with listQuery`],
      ),
    )

test('every list takes from, to, createdByID and modifiedByID', () => {
  expect(endpoints.filter(isList).length).toBeGreaterThan(25)
  expect(withoutFilters(endpoints)).toEqual([])
})

test('the gate finds a list without these filters', () => {
  const planted = endpoint({
    method: 'GET',
    path: '/api/v1/planted',
    summary: 'Planted',
    access: 'stock.read',
    query: z.strictObject({ page: z.int(), pageSize: z.int(), from: commonFilters.from }),
    returns: answer(z.null()),
  })
  expect(withoutFilters([planted])).toEqual(
    ['to', 'createdByID', 'modifiedByID'].map(
      (name) => `/api/v1/planted does not take ${name}: build its query with listQuery`,
    ),
  )
})

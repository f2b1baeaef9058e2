// Proves that every answer declares what it is about, that every screen's query carries it, and that nothing polls.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { auditEntities } from '../../contract/shared/entities.ts'
import { accessToEvents, eventsOf, eventTypes } from '../../contract/shared/events.ts'
import { isTest, sourceFiles } from '../../scripts/modules.ts'

type Read = Pick<Endpoint, 'method' | 'path' | 'about' | 'access' | 'file'>

/** Public pages are not kept up to date, and a paper is made when it is asked for. */
const withoutAbout = (all: readonly Read[]) =>
  all
    .filter(({ method, about, access, file }) => method === 'GET' && !about && access !== 'public' && !file)
    .map(({ path }) => path)

test('every answer to staff declares which kinds of record it is about', () => {
  const planted: Read = { method: 'GET', path: '/api/v1/rings', access: 'stock.read' }
  expect(withoutAbout([planted, { ...planted, about: [] }])).toEqual(['/api/v1/rings'])
  expect(
    withoutAbout(endpoints),
    'Add `about` to the endpoint: the kinds of record that can change its answer',
  ).toEqual([])
})

test('every kind of record of the audit trail has its events, and the access to receive them', () => {
  for (const entity of Object.keys(auditEntities)) {
    expect(Object.keys(eventsOf)).toContain(entity)
    expect(accessToEvents).toHaveProperty(entity)
  }
  expect(new Set(eventTypes).size).toBe(eventTypes.length)
  for (const type of eventTypes) expect(type).toMatch(/^[a-zA-Z]+\.[a-z_]+$/)
})

/** Returns the queries of a screen that name a key of their own, and not what their answer is about. */
const queriesWithoutMeta = (text: string) =>
  [...text.matchAll(/queryKey:/g)].filter(({ index }) => !/\bmeta\b/.test(text.slice(index, index + 400)))

test('a query with a key of its own says what its answer is about', () => {
  expect(queriesWithoutMeta("useQuery({ queryKey: ['a'], queryFn: read })")).toHaveLength(1)
  expect(queriesWithoutMeta("useQuery({ queryKey: ['a'], queryFn: read, meta: metaOf(items.list) })")).toEqual([])
  const found = sourceFiles
    .filter((file) => /^web\/(staff|ui)\/.*\.tsx?$/.test(file) && !isTest(file))
    .filter((file) => queriesWithoutMeta(withoutFilters(readFileSync(file, 'utf8'))).length > 0)
  expect(found, 'Add meta: metaOf(endpoint) of web/lib/query.ts').toEqual([])
})

/** Removes the filters of invalidations, which name a key without being a query. */
const withoutFilters = (text: string) => text.replaceAll(/(invalidateQueries|setQueryData)\([^)]*\)/g, '')

test('nothing polls but the progress of the user’s own work', () => {
  const polling = sourceFiles.filter(
    (file) => file.startsWith('web/') && /refetchInterval:/.test(readFileSync(file, 'utf8')),
  )
  expect(polling, 'Declare what the answer is about: the stream of events then fetches it again').toEqual([
    'web/staff/settings/DemoData.tsx',
    'web/staff/imports/run/Progress.tsx',
    'web/staff/imports/run/useRunning.ts',
  ])
})

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'

import { collectChanges, createRefetcher, isAbout, readChanges } from './changes.ts'
import { isHandledCall, isOwnCall, nameCall } from './ownCalls.ts'

test('reads the header of a response', () => {
  expect(readChanges('sale=12;inventory=3,4;item=*')).toEqual(
    new Map<string, number[] | null>([
      ['sale', [12]],
      ['inventory', [3, 4]],
      ['item', null],
    ]),
  )
  expect(readChanges('')).toEqual(new Map())
  expect(readChanges('demo=1')).toBe('everything')
})

test('an answer is about the kinds of its endpoint, and of the first kind only about its own record', () => {
  const changes = collectChanges([
    ['sale', [12]],
    ['item', null],
  ])
  const about = (meta?: Parameters<typeof isAbout>[0]['meta']) => isAbout({ meta }, changes)
  expect(about({ about: ['sale'] })).toBe(true)
  expect(about({ about: ['sale'], id: 12 })).toBe(true)
  expect(about({ about: ['sale'], id: 13 })).toBe(false)
  expect(about({ about: ['item'], id: 13 })).toBe(true)
  expect(about({ about: ['customer', 'sale'], id: 12 })).toBe(true)
  expect(about({ about: ['customer'] })).toBe(false)
  expect(about({ about: [] })).toBe(false)
  expect(about({ about: 'everything' })).toBe(true)
  expect(about()).toBe(true)
  expect(isAbout({ meta: { about: 'everything' } }, new Map())).toBe(false)
})

test('a query on screen is fetched at once and then at most once a second; a form keeps what it has', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = new QueryClient()
  const fetched = { list: 0, form: 0, other: 0 }
  const show = (name: keyof typeof fetched, meta: NonNullable<Parameters<typeof isAbout>[0]['meta']>) =>
    onTestFinished(
      new QueryObserver(client, {
        queryKey: [name],
        queryFn: () => ++fetched[name],
        meta,
        staleTime: Infinity,
      }).subscribe(() => {}),
    )
  show('list', { about: ['sale'] })
  show('form', { about: ['sale'], inForm: true })
  show('other', { about: ['item'] })
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched).toEqual({ list: 1, form: 1, other: 1 })
  const refetch = createRefetcher(client)
  for (let n = 0; n < 50; n++) {
    refetch(collectChanges([['sale', [n]]]))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(fetched).toEqual({ list: 2, form: 1, other: 1 })
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetched).toEqual({ list: 3, form: 1, other: 1 })
})

test.each([
  ['less than half a second', 400, { about: ['sale'] }, 5],
  ['a second', 1000, { about: ['sale'] }, 1],
  ['a twentieth of a second and is shared', 50, { about: ['sale'], isShared: true }, 28],
  ['a second and is shared', 1000, { about: ['sale'], isShared: true }, 3],
] as const)('a query that takes %s is fetched so often in 7 seconds of changes', async (_, duration, meta, times) => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
  const client = new QueryClient()
  let fetched = 0
  const queryFn = async () => {
    await new Promise((done) => setTimeout(done, duration))
    return ++fetched
  }
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn,
    meta,
    staleTime: Infinity,
  })
  onTestFinished(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(duration)
  expect(fetched).toBe(1)
  const refetch = createRefetcher(client)
  for (let n = 0; n < 70; n++) {
    refetch(collectChanges([['sale', [n]]]))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(fetched).toBe(1 + times)
})

test('the event of an own write is left out once its response has told what it changed', async () => {
  const answer = Promise.withResolvers<void>()
  let name = ''
  const write = nameCall(async (callID) => {
    name = callID
    await answer.promise
    return { answer: null, isHandled: true }
  })
  expect(isOwnCall(name)).toBe(true)
  expect(isOwnCall('elsewhere.1')).toBe(false)
  const early = isHandledCall(name)
  answer.resolve()
  await write
  expect(await early).toBe(true)
  expect(await isHandledCall(name)).toBe(true)
  const lost = nameCall(async (callID) => {
    name = callID
    throw new Error('no response')
  })
  const whenLost = isHandledCall(name)
  await expect(lost).rejects.toThrow('no response')
  expect(await whenLost).toBe(false)
})

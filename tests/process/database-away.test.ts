import { expect, test } from 'vitest'

import { outage, shopWithDatabaseElsewhere } from './outage.ts'

test(
  'a lost database is reported at once, a silent one soon, and both are used again when they return',
  { timeout: 90_000 },
  async () => {
    const { server, token, proxy, signal } = await shopWithDatabaseElsewhere()
    const gone = await outage(server, token, {
      begin: () => proxy.go('refused'),
      end: () => proxy.go('through'),
      lasts: 1000,
      known: 0,
    })
    expect([gone.slowest < 2000, gone.returned < 5000]).toEqual([true, true])

    const frozen = await outage(server, token, {
      begin: () => signal('SIGSTOP'),
      end: () => signal('SIGCONT'),
      lasts: 8000,
      known: 6500,
    })
    expect([frozen.slowest < 10_000, frozen.slowestLater < 2000, frozen.returned < 5000]).toEqual([true, true, true])
    expect(server.output()).toMatch(/The database does not answer\n[\s\S]*The database answers again\n/)
  },
)

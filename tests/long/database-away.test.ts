import { expect, test } from 'vitest'

import { outage, shopWithDatabaseElsewhere } from '../process/outage.ts'

const lasts = Number(process.env['CHAOS_SECONDS'] ?? 60) * 1000

test(`the database unavailable in four ways, ${lasts / 1000} s each`, async () => {
  const { server, token, proxy, stop, startAgain, signal } = await shopWithDatabaseElsewhere()
  const through = () => proxy.go('through')
  const ways = {
    // If the database refuses connections, calls fail immediately.
    stopped: { begin: stop, end: startAgain, known: 0, slowest: 2000 },
    refused: { begin: () => proxy.go('refused'), end: through, known: 0, slowest: 2000 },
    // If the database does not respond, the first calls wait for one timeout.
    swallowed: { begin: () => proxy.go('swallowed'), end: through, known: 6500, slowest: 10_000 },
    frozen: { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT'), known: 6500, slowest: 10_000 },
  }
  for (const [way, { slowest, ...given }] of Object.entries(ways)) {
    const seen = await outage(server, token, { lasts, ...given })
    console.log(
      `${way} for ${lasts / 1000} s: ${seen.answers} answers, the slowest after ${seen.slowest} ms, once known after ` +
        `${seen.slowestLater} ms; served again ${seen.returned} ms after its return`,
    )
    expect([way, seen.slowest < slowest, seen.slowestLater < 2000, seen.returned < 5000]).toEqual([
      way,
      true,
      true,
      true,
    ])
  }
})

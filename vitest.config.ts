import { defineConfig } from 'vitest/config'

import { isOpen, isRoot, mayMount } from './tests/support/users.ts'

// Tests that need root, a second user, or a mounted disk, run where the machine has them.
const unavailable = {
  'tests/process/user.test.ts': !isOpen,
  'tests/process/root.test.ts': !isRoot,
  'tests/process/both.test.ts': !isRoot || !isOpen,
  'tests/process/disk-full.test.ts': !mayMount,
}
const exclude = [
  'tests/long/**',
  'tests/engines/**',
  ...Object.entries(unavailable).flatMap(([file, isUnavailable]) => (isUnavailable ? [file] : [])),
]

// Tests that start whole servers, migrate old databases, load the demo shop, lint a copy of the code, wait for time to
// pass, live through many drawn days or try hostile input by the thousand. `npm test` leaves them to `npm run test:rest`,
// because they take four fifths of the time and other tests find what most changes break.
const slow = [
  'tests/process/**/*.test.ts',
  'tests/migrations/**/*.test.ts',
  'tests/architecture/gates.test.ts',
  'tests/architecture/failed-tests.test.ts',
  'tests/properties/{books,buyers,money-ledger,reconciliation,statements,store-credit}.test.ts',
  'tests/properties/{pieces,stock.model}.test.ts',
  'tests/security/{blind-count,ledgers}.test.ts',
  'tests/security/hostile.test.ts',
  'server/demo/*.test.ts',
  'server/empty-shop.test.ts',
  'server/events/streams.test.ts',
  'server/files/variants.test.ts',
  'server/http/load-shedding.test.ts',
  'server/imports/drafts/{hostile-files,updates}.test.ts',
  'server/imports/runs/stop.test.ts',
  'server/imports/workbook-files.test.ts',
  'server/insight/reports/report-files.test.ts',
  'server/insight/verify.test.ts',
  'server/integrations/webhooks/order.property.test.ts',
  'server/integrations/webhooks/sending.test.ts',
  'server/live/claims/claims.race.test.ts',
  'server/sales/proofs/compare-prints.test.ts',
  'server/site/order-proofs-security.test.ts',
  'server/stock/piece-imports/piece-imports.test.ts',
]

/** The settings that both projects share. */
const shared = {
  globalSetup: 'tests/support/cluster.ts',
  // Files of one worker share its modules, because loading them took nearly half of the time. Each file has a database,
  // an app and a folder of its own, so it leaves nothing behind that the next could see.
  isolate: false,
  // A test of seconds may wait for the other worker where the machine is slow.
  testTimeout: 60_000,
  // So may the removal of a folder with a whole shop in it.
  hookTimeout: 60_000,
}
const all = ['{contract,server,web,tests}/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      { extends: true, test: { ...shared, name: 'daily', include: all, exclude: [...exclude, ...slow] } },
      { extends: true, test: { ...shared, name: 'rest', include: slow, exclude } },
    ],
  },
})

import { defineConfig } from 'vitest/config'

import { isOpen, isRoot, mayMount } from './tests/support/users.ts'

// What only root can show, what root shows as another user, which that user must be able to enter, and what takes a disk
// of its own.
const left = {
  'tests/process/user.test.ts': !isOpen,
  'tests/process/root.test.ts': !isRoot,
  'tests/process/both.test.ts': !isRoot || !isOpen,
  'tests/process/disk-full.test.ts': !mayMount,
}

export default defineConfig({
  test: {
    include: ['{contract,server,web,tests}/**/*.test.ts'],
    exclude: [
      'tests/long/**',
      'tests/engines/**',
      ...Object.entries(left).flatMap(([file, out]) => (out ? [file] : [])),
    ],
    globalSetup: 'tests/support/cluster.ts',
    maxWorkers: 2,
    // Files of one worker share its modules, whose loading took nearly half of the time: each leaves behind nothing that
    // the next could see, as it has a database, an app and a folder of its own.
    isolate: false,
    restoreMocks: true,
    testTimeout: 20_000,
  },
})

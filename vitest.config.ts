import { defineConfig } from 'vitest/config'

import { isOpen, isRoot } from './tests/process/users.ts'

// What only root can show, and what root shows as another user, which that user must be able to enter.
const left = {
  'tests/process/user.test.ts': !isOpen,
  'tests/process/root.test.ts': !isRoot,
  'tests/process/both.test.ts': !isRoot || !isOpen,
}

export default defineConfig({
  test: {
    include: ['{contract,server,web,tests}/**/*.test.ts'],
    exclude: ['tests/long/**', ...Object.entries(left).flatMap(([file, out]) => (out ? [file] : []))],
    globalSetup: 'tests/cluster.ts',
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 20_000,
  },
})

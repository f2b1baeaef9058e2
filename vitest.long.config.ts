import { defineConfig } from 'vitest/config'

import { hasHighAvailability } from './scripts/high-availability.ts'
import { mayMount } from './tests/support/users.ts'

// What takes minutes: `npm run test:long`. One after the other, because they measure, too.
export default defineConfig({
  test: {
    include: ['tests/long/**/*.test.ts'],
    exclude: [
      ...(mayMount ? [] : ['tests/long/disk-full.test.ts']),
      ...(hasHighAvailability() ? [] : ['tests/long/high-availability.test.ts']),
    ],
    fileParallelism: false,
    testTimeout: 60 * 60_000,
  },
})

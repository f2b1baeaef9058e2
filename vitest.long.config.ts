import { defineConfig } from 'vitest/config'

// What takes minutes: `npm run test:long`. One after the other, because they measure, too.
export default defineConfig({
  test: {
    include: ['tests/long/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
  },
})

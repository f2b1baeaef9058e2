import { dataFolder, removeFolder, startServer } from '../support/server.ts'

// The helpers of the journeys call from addresses of their own (`api` in tests/support/journeys.ts).
export default () => openShop({ TRUST_PROXY: 'loopback' })

/**
 * Starts the app for the browser tests, with an empty data folder and a free port. The environment holds its address.
 */
export async function openShop(env: Record<string, string> = {}) {
  const folder = await dataFolder()
  const admin = { ADMIN_EMAIL: 'admin@shop.example', ADMIN_PASSWORD: 'a password of the tests' }
  const server = await startServer({ DATA_DIR: folder, ...admin, ...env })
  if (!server.url) throw new Error(`The app did not start:\n${server.output()}`)
  Object.assign(process.env, admin, { SHOP_URL: server.url })
  server.child.stderr?.pipe(process.stderr)
  return async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await removeFolder(folder)
  }
}

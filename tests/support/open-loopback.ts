// Loaded before the server (`node --import`): lets its webhooks reach this machine by plain HTTP, where the receivers of
// the tests are.
import { webhookNetwork } from '../../server/integrations/webhooks/receiver.ts'

Object.assign(webhookNetwork, {
  protocols: new Set(['https:', 'http:']),
  isPublic: (address: string) => address === '127.0.0.1',
  ports: { has: () => true },
})

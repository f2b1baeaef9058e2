import { createHmac, randomBytes } from 'node:crypto'

/** Returns a new secret, in the form of Standard Webhooks: 256 random bits. */
export const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`

type Signed = { id: string; timestamp: number; body: string }

/**
 * Returns the headers of a delivery by Standard Webhooks. There is one signature for each secret, so that a receiver may
 * still have the former one.
 */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}

import type { FastifyInstance } from 'fastify'

import type { PictureStore } from './files/store.ts'
import { startDistribution } from './integrations/webhooks/distribution.operations.ts'
import { sendDueDeliveries } from './integrations/webhooks/sending.operations.ts'
import { startJobs } from './jobs/run.ts'
import { shopContext } from './kernel/context.ts'
import type { Network } from './kernel/public-network.ts'
import { createMailWork, type MailServices } from './mail-work.ts'
import { scheduledWork, serverWork } from './scheduled-work.ts'

/** Runs jobs from the start of the app to its end. The app serves calls meanwhile, and waits for no job. */
export function runJobs(
  app: FastifyInstance,
  { store, network, ...services }: MailServices & { store: PictureStore; network: Network },
) {
  const { db } = services
  const sendMail = createMailWork(services)
  const stop = startJobs({
    db,
    log: app.log,
    scheduled: [
      ...scheduledWork.map(({ run, ...work }) => ({ ...work, run: () => run(shopContext(db, new Date())) })),
      ...serverWork.map(({ run, ...work }) => ({ ...work, run: (signal: AbortSignal) => run({ db, store, signal }) })),
    ],
    sendMail: ({ mailID }) => sendMail(mailID),
    sendWebhook: ({ webhookID }, signal) => sendDueDeliveries({ db, network, signal }, webhookID),
    onEnd: app.countRun,
  })
  const stopDistribution = startDistribution(db, (error) =>
    app.log.error({ err: error }, 'The events were not distributed to the webhooks'),
  )
  app.addHook('onClose', () => Promise.all([stopDistribution(), stop()]))
}

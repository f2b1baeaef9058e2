import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import { pictureBytes } from '../contract/catalogue/items.ts'
import { endpoints } from '../contract/index.ts'
import { itemKind } from './catalogue/items/item-imports.ts'
import { catalogue } from './catalogue/routes.ts'
import { company } from './company/routes.ts'
import { urlOf } from './db/client.ts'
import { type Demo, createDemo, deleteDemoRest } from './demo/demo-shop.ts'
import { createDemoLoader, type LoadDemo } from './demo/load.ts'
import { storeDemoPictures } from './demo/pictures.ts'
import { demoRoutes } from './demo/routes.ts'
import { devices } from './devices/routes.ts'
import { drawers } from './drawers/routes.ts'
import { emptyShopRoutes } from './empty-shop.ts'
import { createLiveEvents, eventRoutes } from './events/events.routes.ts'
import { changesOf } from './events/publish.ts'
import { picturesIn } from './files/pictures.ts'
import { servePictures } from './files/serve.ts'
import { withRetryableErrors, type PictureStore } from './files/store.ts'
import { createVariantGenerator } from './files/variants.ts'
import { registerHealthChecks } from './health.ts'
import { registerErrorHandler } from './http/errors.ts'
import { registerLoadShedding } from './http/load-shedding.ts'
import { createLogger, type LogStream } from './http/log.ts'
import { registerDocumentation } from './http/openapi.ts'
import { registerSessions } from './http/session.ts'
import { imports } from './imports/routes.ts'
import { insight } from './insight/routes.ts'
import { integrations } from './integrations/routes.ts'
import { webhookNetwork } from './integrations/webhooks/receiver.ts'
import type { Db, Tx } from './kernel/database.ts'
import type { Network } from './kernel/public-network.ts'
import { serveOverlayPage } from './live/overlay/overlay-page.ts'
import { lives } from './live/routes.ts'
import type { Send } from './mail/transport.ts'
import { unsubscribeStaffPages } from './people/digest/unsubscribe-staff.ts'
import { deleteFirstSignIn } from './people/first-sign-in.ts'
import { people } from './people/routes.ts'
import { pricing } from './pricing/routes.ts'
import { purchasing } from './purchasing/routes.ts'
import { supplierKind } from './purchasing/suppliers/supplier-imports.ts'
import { runJobs } from './running-jobs.ts'
import { buyerKind } from './sales/buyers/buyer-imports.ts'
import { customerKind } from './sales/customers/customer-imports.ts'
import { unsubscribePages } from './sales/messages/unsubscribe.ts'
import { countPricesLapsed } from './sales/price-locks/price-locks.queries.ts'
import { sales } from './sales/routes.ts'
import { countHoldsEnding } from './sales/sale/holds.queries.ts'
import { countDue } from './sales/schedule/schedule.queries.ts'
import { runScheduledWork } from './scheduled-work.ts'
import { registerPages } from './site/pages.ts'
import { site } from './site/routes.ts'
import { readShells } from './site/shells.ts'
import { countLowStock } from './stock/inventory/low-stock.queries.ts'
import { stockKind } from './stock/inventory/stock-imports.ts'
import { pieceKind } from './stock/piece-imports/piece-imports.ts'
import { stock } from './stock/routes.ts'
import { registerMetrics } from './system/metrics.ts'
import { system } from './system/routes.ts'

export type AppOptions = {
  db: Db | Tx
  /** Stores the uploaded pictures, in a folder or in an S3 bucket. */
  pictureStore: PictureStore
  /**
   * The file that contains the first administrator's generated password. It is deleted when that password is changed.
   */
  firstSignInFile?: string
  logLevel?: string
  /** Receives the log lines. The default is the standard output. */
  logStream?: LogStream
  /** Fastify's `trustProxy`: the proxies whose X-Forwarded-For header is trusted. The default is none. */
  trustProxy?: string
  /** The origin of links, and the function that sends mails. Without that function, no mail is sent. */
  links?: { publicUrl?: string | undefined; send?: Send | undefined }
  /** The bearer token of `GET /metrics`. Without it there are no metrics. */
  metricsToken?: string | undefined
  /** Whether the server also serves the built web pages. Tests of the API do not need them. */
  withPages?: boolean
  /** Whether an overloaded server immediately responds 503. Tests turn it off and wait for the real response. */
  shedsLoad?: boolean
  /** Whether the server runs jobs, such as scheduled work. Tests call operations themselves. */
  runsJobs?: boolean
  /** Whether the server reads the events from its start. Otherwise it begins with the first stream. */
  tellsEvents?: boolean
  /** Returns the current time for each request. The default is the system's clock. */
  clock?: () => Date
  /** Where webhooks may lead. Tests replace the default, the public internet, by their own machine. */
  network?: Network | undefined
  /** Replaces the function that loads the demo shop. */
  loadDemo?: LoadDemo
}

/** Creates the whole app, ready to listen or to be called with `inject`. */
export async function createApp({
  db,
  pictureStore,
  firstSignInFile,
  logLevel,
  logStream,
  trustProxy,
  links: { publicUrl, send } = {},
  metricsToken,
  withPages = false,
  shedsLoad = false,
  runsJobs = false,
  tellsEvents = false,
  clock,
  network = webhookNetwork,
  loadDemo,
}: AppOptions) {
  const app = createServer({ logLevel, logStream, trustProxy })
  app.decorate('db', db)
  app.decorate('clock', clock ?? (() => new Date()))
  app.decorate('changesOf', changesOf)
  const live = createLiveEvents(app, urlOf(db), tellsEvents)
  app.decorateRequest('uploads')
  const store = withRetryableErrors(pictureStore)
  const links = { publicUrl, hasMailServer: send !== undefined }
  const variants = createVariantGenerator({ store })
  const pictures = picturesIn(store, variants)
  const passwordChanged = async (before: { email: string; passwordHash: string }) => {
    if (!firstSignInFile) return
    // The password change is already committed, so a failure to delete the file is only logged.
    await deleteFirstSignIn(firstSignInFile, before).catch((error: unknown) => app.log.error(error))
  }

  const shells = withPages ? await readShells() : null
  await registerSecurityHeaders(app, shells?.scriptHashes ?? [])
  await app.register(compress, { threshold: 1024 })
  if (shedsLoad) await registerLoadShedding(app)
  await app.register(multipart, { limits: { fileSize: pictureBytes, files: 20, fields: 100, fieldSize: 2 ** 18 } })
  acceptEmptyJson(app)
  registerErrorHandler(app)
  registerMetrics(app, metricsToken)
  registerSessions(app)
  registerHealthChecks(app)
  const demo = createDemo(
    db,
    loadDemo ??
      createDemoLoader(
        db,
        (inside, clock) => createApp({ db: inside, pictureStore, clock }),
        {
          store: () => storeDemoPictures(store),
          privateStore: store,
          show: pictures.show,
        },
        (inside) => runScheduledWork({ db: inside }),
      ),
  )
  app.decorate('demo', demo)
  app.addHook('preClose', () => demo.stop())
  await registerDocumentation(app)
  refuseUnservedRoutes(app)

  // The endpoints get their own plugin scope: these compilers accept only zod schemas, but plugins use JSON Schema.
  await app.register(async (api) => {
    api.setValidatorCompiler(validatorCompiler)
    api.setSerializerCompiler(serializerCompiler)
    eventRoutes(api, live)
    people(api, { pictures, passwordChanged, links })
    company(api, pictures)
    purchasing(api, pictures)
    pricing(api)
    catalogue(api, { pictures, publicUrl })
    site(api)
    stock(api, { store, pictures })
    lives(api, publicUrl)
    sales(api, { pictures, store, canMail: send !== undefined && publicUrl !== undefined, publicUrl })
    drawers(api)
    devices(api)
    insight(api, {
      prices: countPricesLapsed,
      holds: countHoldsEnding,
      layaways: countDue,
      lowStock: countLowStock,
    })
    imports(api, {
      items: itemKind,
      customers: customerKind,
      buyers: buyerKind,
      suppliers: supplierKind,
      stock: stockKind,
      pieces: pieceKind,
    })
    system(api)
    integrations(api, network)
    demoRoutes(api, demo)
    emptyShopRoutes(api, pictureStore, deleteDemoRest)
  })

  await app.register(servePictures, { store, variants })
  await app.register(unsubscribePages)
  await app.register(unsubscribeStaffPages)
  serveOverlayPage(app)
  if (shells) await registerPages(app, shells, { store, pictures, publicUrl, listen: live?.listen })
  app.setNotFoundHandler((_, reply) =>
    reply.code(404).send({ success: false, code: 'route.unknown', message: 'There is nothing here' }),
  )
  if (runsJobs) runJobs(app, { db: db as Db, store, pictures, send, publicUrl, network })
  await app.ready()
  assertEndpointsServed(app)
  return app
}

/** Creates the Fastify server with its limits of time and size. It has no plugins or routes yet. */
function createServer({
  logLevel = 'silent',
  logStream,
  trustProxy,
}: {
  logLevel: string | undefined
  logStream: LogStream | undefined
  trustProxy: string | undefined
}) {
  return Fastify({
    logger: createLogger(logLevel, logStream),
    bodyLimit: 2 ** 20,
    // The server closes connections whose request is not complete in time. The headers must arrive within 20 seconds.
    // The whole request gets 5 minutes, because it may contain pictures sent over a slow line.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    requestTimeout: 5 * 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a closing server responds to the last request of each open connection
    trustProxy: trustProxy ?? false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, __, reply: FastifyReply) =>
      reply.code(400).send({ success: false, code: 'address.invalid', message: 'This address is not valid' }),
  })
}

/** Registers the security headers. They let pages run only the inline scripts whose hashes are in `scriptHashes`. */
async function registerSecurityHeaders(app: FastifyInstance, scriptHashes: readonly string[]) {
  await app.register(helmet, {
    enableCSPNonces: true,
    hsts: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
}

/** Throws when an endpoint of the contract has no route. */
function assertEndpointsServed(app: FastifyInstance) {
  for (const e of endpoints)
    if (!app.hasRoute({ method: e.method, url: e.path })) throw new Error(`${e.method} ${e.path} is not served`)
}

/** Accepts an empty body with `Content-Type: application/json`, which old clients send where no body is needed. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void parse(request, body as string, done)
  })
}

/** Throws at the start when an /api route was not registered with `serve`, because only `serve` checks the access. */
export function refuseUnservedRoutes(app: FastifyInstance) {
  app.addHook('onRoute', ({ url, config, method }) => {
    if (url.startsWith('/api/') && !config?.endpoint && !config?.plain)
      throw new Error(`${String(method)} ${url} is not made with serve: nobody says who may call it`)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    demo: Demo
  }
}

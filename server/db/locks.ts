/**
 * The numbers of the PostgreSQL advisory locks. Each kind of work has its own number, so that unrelated work never
 * waits. A lock per user or per kind of record has a second number.
 */
export const locks = {
  /** The server that owns a data folder holds this lock while it runs. */
  dataFolder: 724_000,
  /** One server at a time runs migrations. */
  migrations: 724_001,
  /** One server at a time creates the reference data. */
  firstStart: 724_002,
  /** One server at a time finds and sends due messages. */
  dueMessages: 724_003,
  /** One server at a time loads or clears the demo shop. */
  demoShop: 724_004,
  /** Transactions that store picture paths share this lock. The cleanup of unused pictures takes it exclusively. */
  pictures: 724_005,
  /** One request at a time creates a saved view of a user. The second number is the user's key. */
  savedViews: 724_006,
  /** One import at a time creates records of a kind. The second number is the hash of the kind. */
  imports: 724_007,
  /** One request at a time decides about failed jobs. */
  failedJobs: 724_008,
  /** One request at a time creates a webhook. */
  webhooks: 724_009,
  /** One request at a time enters gold rates. Those that set prices by the latest rate share the lock. */
  goldRates: 724_010,
  /** One request at a time gives pieces certificates of a laboratory. */
  pieceCertificates: 724_014,
  /** One request at a time changes the accounts into which buyers pay. */
  payAccounts: 724_020,
  /** One acceptance of a trade-in at a time makes an item for scrap. */
  scrapItems: 724_013,
} as const

/**
 * The first number of every PostgreSQL advisory lock. Each lock has its own number, so that unrelated work never waits.
 * A lock per user or per kind adds a second number.
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
  /** Loading or clearing the demo shop. */
  demoShop: 724_004,
  /** Shared by writers of picture paths, exclusive for the cleanup of unused pictures. */
  pictures: 724_005,
  /** Creating a saved view; the second number is the user's key. */
  savedViews: 724_006,
  /** Importing a file; the second number is the hash of the kind of record. */
  imports: 724_007,
} as const

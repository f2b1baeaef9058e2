/**
 * The first number of every advisory lock of PostgreSQL. Each lock has its own number, so that unrelated work never
 * waits. A lock per user or per kind adds a second number.
 */
export const locks = {
  /** The server that owns a data folder holds it for as long as it runs. */
  dataFolder: 724_000,
  /** Servers that start together migrate one after the other. */
  migrations: 724_001,
  /** Servers that start together make the reference data once. */
  firstStart: 724_002,
  /** One server at a time looks for due messages and sends them. */
  dueMessages: 724_003,
  /** Loading or clearing the demo shop. */
  demoShop: 724_004,
  /** Shared by writers of picture paths, exclusive for the sweep of unused pictures. */
  pictures: 724_005,
  /** With a user's key: creating a saved view. */
  savedViews: 724_006,
  /** With the hash of a kind of record: importing a file. */
  imports: 724_007,
} as const

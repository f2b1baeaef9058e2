import { type IDBPDatabase, openDB } from 'idb'

// Stores drafts of all users of this browser in IndexedDB. Every write is one transaction with strict durability, so
// that a power failure loses no stored draft. A copy in memory serves readers at once; other tabs get each change by a
// broadcast. If the browser refuses to store drafts, the memory keeps them as long as the page lives.

export type StoredDraft = {
  userID: number
  key: string
  /** The time of the last edit (ISO). */
  at: string
  draft: unknown
  sent: unknown
}
type Schema = { drafts: { key: [userID: number, key: string]; value: StoredDraft } }
/** A new or changed draft, or the deletion of one (`draft` is null). */
type Change = { userID: number; key: string; draft: StoredDraft | null }

/** The limit for opening the database and for one write, in milliseconds. A sale does not wait longer. */
const patience = 3000

let drafts: readonly StoredDraft[] = []
let database: IDBPDatabase<Schema> | null = null
let loading: Promise<void> | null = null
/** The changes made while the database is read. They are applied again to the read drafts. */
let changesDuringRead: Change[] | null = null
const listeners = new Set<() => void>()
const channel = new BroadcastChannel('drafts')

/** Reads the stored drafts into memory, once for each page. Never rejects. */
export const loadDrafts = (): Promise<void> => (loading ??= load())

/** Returns the drafts of all users, newest first. The list keeps its identity until a draft changes. */
export const readDrafts = () => drafts

/** Calls `listener` after each change, in other tabs too. */
export function subscribeToDrafts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Stores a draft. The promise resolves when the draft is on the disk, or when the browser refused it. */
export async function storeDraft(draft: StoredDraft): Promise<void> {
  const { userID, key } = draft
  const stored = write({ userID, key, draft })
  requestPersistence()
  try {
    await stored
  } catch (error) {
    if (!isFailureReported) report(error)
    isFailureReported = true
  }
}

/** Deletes a draft. The copy in memory is deleted even if the browser refuses. */
export function deleteDraft(userID: number, key: string) {
  const exists = drafts.some((draft) => draft.userID === userID && draft.key === key)
  if (exists) void write({ userID, key, draft: null }).catch(() => {})
}

let report: (error: unknown) => void = () => {}
let isFailureReported = false
/** Registers the callback for a draft that the browser refuses to store. It is called once for each page. */
export function onStorageFailure(listener: (error: unknown) => void) {
  report = listener
}

async function load() {
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => applyChange(data))
  addEventListener('pageshow', ({ persisted }) => {
    // A page in the back-forward cache has missed the changes of other tabs.
    if (persisted && database) void readAll(database).catch(() => {})
  })
  changesDuringRead = []
  try {
    database = await withinPatience(openDatabase())
    // Drafts that cannot be moved stay in local storage for the next load.
    await moveFromLocalStorage(database).catch(() => {})
    await readAll(database)
  } catch {
    // The first draft that cannot be stored reports the failure.
    changesDuringRead = null
  }
}

async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  const opened = await openDB<Schema>('unsaved sales', 1, {
    upgrade: (created) => void created.createObjectStore('drafts', { keyPath: ['userID', 'key'] }),
    // A tab with a newer version of the program must not wait for this one.
    blocking: () => {
      opened.close()
      database = null
    },
    terminated: () => {
      database = null
    },
  })
  return opened
}

/** Reads the records one by one, because a damaged record would fail a joint read. It counts as empty. */
async function readAll(from: IDBPDatabase<Schema>) {
  changesDuringRead ??= []
  try {
    const keys = await from.getAllKeys('drafts')
    const records = await Promise.allSettled(keys.map((key) => from.get('drafts', key)))
    drafts = records
      .flatMap((record) => (record.status === 'fulfilled' && record.value ? [record.value] : []))
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  } finally {
    const changes = changesDuringRead
    changesDuringRead = null
    for (const change of changes) applyChange(change)
    notifyListeners()
  }
}

/** Moves the drafts that version 1.0.0 stored in local storage, a list for each user. */
async function moveFromLocalStorage(to: IDBPDatabase<Schema>) {
  for (const name of Object.keys(localStorage)) {
    const userID = /^unsaved sales (\d+)$/.exec(name)?.[1]
    if (userID === undefined) continue
    const transaction = to.transaction('drafts', 'readwrite', { durability: 'strict' })
    const writes = parseList(localStorage.getItem(name)).map((draft) =>
      transaction.store.put({ ...draft, userID: Number(userID) }),
    )
    await Promise.all([...writes, transaction.done])
    localStorage.removeItem(name)
  }
}

function parseList(text: string | null): Omit<StoredDraft, 'userID'>[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(hasKey) : []
  } catch {
    return [] // An unreadable entry counts as empty.
  }
}

const hasKey = (value: unknown): value is Omit<StoredDraft, 'userID'> =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/** Changes the memory at once, then the database. The browser runs the transactions in the order of the calls. */
function write(change: Change): Promise<void> {
  applyChange(change)
  const written = writeToDatabase(change)
  // A BroadcastChannel reaches pages of this origin alone, and its postMessage takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(change)
  return written
}

async function writeToDatabase({ userID, key, draft }: Change) {
  if (!database) throw new DOMException('No database is open', 'InvalidStateError')
  const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' })
  const { store } = transaction
  const request = draft ? store.put(draft) : store.delete([userID, key])
  // The explicit commit needs no further answer of this page, so that the page may be closed at once.
  transaction.commit()
  await withinPatience(Promise.all([request, transaction.done]))
}

function applyChange(change: Change) {
  const { userID, key, draft } = change
  changesDuringRead?.push(change)
  const others = drafts.filter((stored) => stored.userID !== userID || stored.key !== key)
  drafts = draft ? [draft, ...others] : others
  notifyListeners()
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

let isPersistenceRequested = false
/** Asks the browser once for each page to keep the drafts even if the disk becomes full. */
function requestPersistence() {
  // Browsers offer this only on https and localhost.
  if (isPersistenceRequested || !('storage' in navigator)) return
  isPersistenceRequested = true
  void navigator.storage.persist().catch(() => false)
}

/** Rejects with a TimeoutError if the browser does not answer. A blocked database never answers. */
async function withinPatience<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DOMException('The browser did not answer', 'TimeoutError')), patience)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

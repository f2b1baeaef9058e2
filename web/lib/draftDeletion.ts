// Counts and deletes the stored drafts of a user who signs out. It uses IndexedDB directly, because the public pages
// sign out too and do not load the library of drafts.ts.

/** The limit for an answer of the browser, in milliseconds. Signing out does not wait longer. */
const patience = 3000

/** Returns the number of stored drafts of a user. A browser that refuses has none. */
export const countStoredDrafts = async (userID: number): Promise<number> =>
  (await request(userID, (store, range) => store.count(range))) ?? 0

/** Deletes the stored drafts of a user. */
export async function deleteStoredDrafts(userID: number): Promise<void> {
  await request(userID, (store, range) => store.delete(range))
}

/** Returns the result of a request for all drafts of the user, or null without a database. */
function request<Result>(
  userID: number,
  send: (store: IDBObjectStore, range: IDBKeyRange) => IDBRequest<Result>,
): Promise<Result | null> {
  const { promise, resolve } = Promise.withResolvers<Result | null>()
  const giveUp = () => resolve(null)
  setTimeout(giveUp, patience)
  try {
    const opening = indexedDB.open('unsaved sales', 1)
    // Only the till creates the database.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', giveUp)
    opening.addEventListener('success', () => {
      const database = opening.result
      const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' })
      const range = IDBKeyRange.bound([userID], [userID, []])
      const sent = send(transaction.objectStore('drafts'), range)
      transaction.addEventListener('complete', () => resolve(sent.result))
      transaction.addEventListener('abort', giveUp)
      database.close()
    })
  } catch {
    giveUp()
  }
  return promise
}

import type { Page } from '@playwright/test'

// Reads and writes the unsaved sales that a browser stores, as web/lib/drafts.ts does, but without its code.

/** Returns the records of all users. A browser without the database has none. */
export const readUnsavedSales = (page: Page) =>
  page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const opening = indexedDB.open('unsaved sales')
    // The page itself must create the database, so this reader does not.
    opening.addEventListener('upgradeneeded', () => opening.transaction!.abort())
    opening.addEventListener('error', () => resolve([]))
    opening.addEventListener('success', () => {
      const database = opening.result
      const reading = database.transaction('drafts').objectStore('drafts').getAll()
      reading.addEventListener('success', () => resolve(reading.result))
      reading.addEventListener('error', () => reject(reading.error))
      database.close()
    })
    return promise
  })

/** Stores a record of a user, which need not be readable for the till. */
export const writeUnsavedSale = (page: Page, record: { userID: number; key: string }) =>
  page.evaluate(async (record) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const opening = indexedDB.open('unsaved sales', 1)
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('drafts', { keyPath: ['userID', 'key'] }),
    )
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      const transaction = database.transaction('drafts', 'readwrite')
      transaction.objectStore('drafts').put(record)
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', () => reject(transaction.error))
      database.close()
    })
    return promise
  }, record)

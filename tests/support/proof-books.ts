import { expect } from 'vitest'

import type { Db } from '../../server/kernel/database.ts'
import { findContradictions } from '../../server/prove-books.ts'

/** Asserts that the ledgers contradict nothing. */
export const expectBooksRight = async (db: Db) => expect(await findContradictions(db)).toEqual([])

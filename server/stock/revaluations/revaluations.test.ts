// Proves that a typed cost is a row of the ledger: who may set it, what it changes, and what it refuses.
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { signedIn } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { audit } from '../../db/schema/shared.ts'

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { leastDepositUnits } from '../../../contract/company/settings.ts'
import type { ViewList } from '../../../contract/company/view-lists.ts'
import { goldShownChoices } from '../../../contract/pricing/days-gold.ts'
import type { AutomaticKind } from '../../../contract/sales/message-texts.ts'
import { languages } from '../../../contract/shared/languages.ts'
import { taxCountryCodes } from '../../../contract/tax/tax-countries.ts'
import { termsKinds } from '../../../contract/terms/terms.ts'
import { key, moment, money } from './columns.ts'
import { user, stamps } from './people.ts'
import { location } from './stock.ts'

/** The public description of the company, in at most one row. */
export const companyProfile = pgTable(
  'company_profile',
  {
    id: integer('id').primaryKey().default(1),
    companyName: text('company_name').notNull(),
    registrationNumber: text('registration_number').notNull(),
    companyAddress: text('company_address'),
    companyEmail: text('company_email').notNull(),
    companyPhone: text('company_phone').notNull(),
    companyPhoneSecondary: text('company_phone_secondary'),
    taxDetails: text('tax_details'),
    image_url: text('image_url'),
    instagram: text('instagram'),
    facebook: text('facebook'),
    tiktok: text('tiktok'),
    lineapp: text('lineapp'),
    ...stamps,
  },
  (t) => [check('company_profile_one_row', sql`${t.id} = 1`)],
)

/** The key of the only row of `shopSetting`. */
export const settingsKey = 1

/** The shop's settings, in one row. */
export const shopSetting = pgTable(
  'shop_setting',
  {
    id: integer('id').primaryKey().default(1),
    timeZone: text('time_zone').notNull().default('Asia/Tokyo'),
    defaultLocationID: integer('default_location_id')
      .notNull()
      .references(() => location.locationID),
    holdDays: integer('hold_days').notNull().default(3),
    /** The paid amount from which a sale keeps its goods, in pesos or in percent of the sale's total. */
    leastDeposit: money('least_deposit').notNull().default(0),
    leastDepositUnit: text('least_deposit_unit', { enum: leastDepositUnits }).notNull().default('pesos'),
    /** Whether costs, suppliers' prices and profits are hidden from Staff. */
    hideCosts: boolean('hide_costs').notNull().default(false),
    /** The parts of a price that visitors see: nothing, the gold at the rate of the day, or the gold and the work. */
    /** Whether papers show how a price by the gold rate came about. */
    ratesOnPapers: boolean('rates_on_papers').notNull().default(false),
    goldShown: text('gold_shown', { enum: goldShownChoices }).notNull().default('nothing'),
    /** The days for which the least deposit keeps the prices of a sale by the rate; null without a last day. */
    priceKeptDays: integer('price_kept_days'),
    /** The months after which unused store credit expires; null while it never does. */
    creditMonths: integer('credit_months'),
    /** Percent on an item's cost below which a sale needs a Manager; null for no such floor. */
    leastMargin: numeric('least_margin', { precision: 6, scale: 2, mode: 'number' }),
    /** The pesos of a trade-in from which the shop notes who saw a document of identity; null for never. */
    identityFrom: money('identity_from'),
    /** The pesos of a payment proof from which the maker of the sale may not approve it; null for never. */
    secondPersonFrom: money('second_person_from'),
    /** The days after a decision for which the pictures of a payment proof are kept. */
    proofFileDays: integer('proof_file_days').notNull().default(180),
    /** How many claims may wait behind the winner of a piece in a new live. */
    liveLineLength: integer('live_line_length').notNull().default(1),
    /** The largest cash out of a drawer without a Manager, in pesos. */
    cashOutLimit: money('cash_out_limit').notNull().default(5000),
    /** The last day of the closed books; null while no day is closed. Triggers refuse orders dated in closed books. */
    closedUntil: date('closed_until'),
    /** The country whose taxes the shop charges; null for a shop without tax. */
    taxCountry: text('tax_country', { enum: taxCountryCodes }),
    /** Whether the shop is registered. Sales completed from `taxFrom` on then record tax. */
    taxRegistered: boolean('tax_registered').notNull().default(false),
    taxNumber: text('tax_number'),
    taxFrom: date('tax_from'),
    /** Whether administrators get a message each day without a young backup. */
    remindOfBackups: boolean('remind_of_backups').notNull().default(true),
    /** The language of messages to customers who have none. */
    customerLanguage: text('customer_language', { enum: languages }).notNull().default('en'),
    /** The kinds of messages to customers that the shop sends by itself. */
    messageKinds: jsonb('message_kinds').$type<AutomaticKind[]>().notNull().default([]),
    /** The hours of the day (HH:MM) in which no message is sent by itself; null for none. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    /** The first day whose reminders are sent. Turning reminders on and a restore set it, so that nothing old is told. */
    remindersFrom: date('reminders_from'),
    /** Whether the shop started with the demo shop; null until the first start has decided. */
    demo: boolean('demo'),
    /** The keys of the demo shop's rows, so that clearing removes only them. The demo's code defines the shape. */
    demoRows: jsonb('demo_rows'),
    ...stamps,
  },
  (t) => [
    check('shop_setting_one_row', sql`${t.id} = 1`),
    check('shop_setting_hold_days', sql`${t.holdDays} >= 1`),
    check('shop_setting_price_kept_days', sql`${t.priceKeptDays} between 1 and 365`),
    check('shop_setting_least_margin', sql`${t.leastMargin} between 0 and 1000`),
    check('shop_setting_identity_from', sql`${t.identityFrom} >= 0`),
    check('shop_setting_second_person_from', sql`${t.secondPersonFrom} >= 0`),
    check('shop_setting_cash_out_limit', sql`${t.cashOutLimit} >= 0`),
    // Pictures are compared with those of ninety days.
    check('shop_setting_proof_file_days', sql`${t.proofFileDays} between 90 and 3650`),
    check('shop_setting_live_line_length', sql`${t.liveLineLength} between 0 and 3`),
    check('shop_setting_credit_months', sql`${t.creditMonths} between 1 and 120`),
    check(
      'shop_setting_tax',
      sql`(${t.taxCountry} is null or ${t.taxCountry} in ('PH', 'JP')) and (not ${t.taxRegistered}
        or (${t.taxCountry} is not null and ${t.taxNumber} is not null and ${t.taxFrom} is not null))`,
    ),
    check(
      'shop_setting_least_deposit',
      sql`${t.leastDeposit} >= 0 and (${t.leastDepositUnit} = 'pesos' or (${t.leastDepositUnit} = 'percent' and ${t.leastDeposit} <= 100))`,
    ),
  ],
)

/**
 * The terms of the shop, in versions. A sale keeps the version that was in force when it was made. Rows are final (the
 * `shop_terms` migration).
 */
export const shopTerms = pgTable(
  'shop_terms',
  {
    termsID: key('terms_id'),
    kind: text('kind', { enum: termsKinds }).notNull(),
    version: integer('version').notNull(),
    english: text('english').notNull(),
    tagalog: text('tagalog'),
    japanese: text('japanese'),
    createdByID: integer('created_by_id').references(() => user.userID),
    /** From when it is in force. */
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('shop_terms_version_unique').on(t.kind, t.version),
    check('shop_terms_kind', sql`${t.kind} in ('return', 'layaway')`),
    check('shop_terms_version', sql`${t.version} > 0`),
  ],
)

/** A list's search, filters, order and columns, saved under a name. */
export const savedView = pgTable(
  'saved_view',
  {
    viewID: key('view_id'),
    list: text('list').$type<ViewList>().notNull(),
    viewName: text('view_name').notNull(),
    /** The query parameters of the list's address. */
    query: jsonb('query').$type<Record<string, string>>().notNull(),
    /** The names of the hidden columns. */
    hidden: jsonb('hidden').$type<string[]>().notNull(),
    shared: boolean('shared').notNull().default(false),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    ...stamps,
  },
  (t) => [uniqueIndex('saved_view_name_unique').on(t.userID, t.list, sql`lower(${t.viewName})`)],
)

/** The saved view that a user's list opens with. */
export const defaultView = pgTable(
  'default_view',
  {
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    list: text('list').$type<ViewList>().notNull(),
    viewID: integer('view_id')
      .notNull()
      .references(() => savedView.viewID, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userID, t.list] }), index('default_view_view').on(t.viewID)],
)

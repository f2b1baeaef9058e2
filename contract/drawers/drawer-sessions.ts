import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import {
  cashForms,
  countKinds,
  denominations,
  differenceReasons,
  drawerCurrencies,
  drawerStatuses,
  movementKinds,
  movementReasonKeys,
} from './drawer-rules.ts'

const Amount = z.number()

const CountedCash = z
  .object({
    form: z.enum(cashForms),
    value: z.number().gt(0).max(10_000),
    quantity: z.int().min(0).max(100_000),
  })
  .meta({ id: 'CountedCash' })

const CountOfCurrency = z
  .object({ currency: z.enum(drawerCurrencies), cash: z.array(CountedCash).max(20) })
  .superRefine(({ currency, cash }, check) => {
    for (const [n, { form, value }] of cash.entries()) {
      const isCash = denominations[currency][form].includes(value)
      const isTwice = cash.slice(0, n).some((one) => one.form === form && one.value === value)
      if (!isCash || isTwice)
        check.addIssue({
          code: 'custom',
          path: ['cash', n, 'value'],
          message: isCash ? `The ${form} of ${value} is here twice` : `There is no ${form} of ${value} ${currency}`,
        })
    }
  })

/** The notes and coins of a drawer, for each currency that it counts. An omitted denomination counts as none. */
export const CountInput = z.object({ counts: z.array(CountOfCurrency).min(1).max(drawerCurrencies.length) })
export type CountInput = z.input<typeof CountInput>

/** A kept count of one currency. */
export const DrawerCount = z
  .object({
    kind: z.enum(countKinds),
    currency: z.enum(drawerCurrencies),
    cash: z.array(CountedCash),
    amount: Amount,
    countedAt: Moment,
    countedByName: z.string().nullable(),
  })
  .meta({ id: 'DrawerCount' })

/** A movement of cash that is no payment. A counter-row has a negative amount and names the wrong row. */
export const DrawerMovement = z
  .object({
    movementID: ID,
    kind: z.enum(movementKinds),
    reason: z.enum(movementReasonKeys).nullable(),
    note: z.string().nullable(),
    currency: z.enum(drawerCurrencies),
    amount: Amount,
    correctsID: ID.nullable(),
    at: Moment,
    byName: z.string().nullable(),
  })
  .meta({ id: 'DrawerMovement' })

const summary = {
  drawerSessionID: ID,
  number: z.string(),
  drawerID: ID,
  drawerName: z.string(),
  locationName: z.string(),
  status: z.enum(drawerStatuses),
  openedByName: z.string().nullable(),
  countingAt: Moment.nullable(),
  /** When the last count was accepted. Before it, Staff count blind. */
  finishedAt: Moment.nullable(),
  closedAt: Moment.nullable(),
  closedByName: z.string().nullable(),
  /** Why the closed drawer was over or short. */
  reason: z.enum(differenceReasons).nullable(),
  note: z.string().nullable(),
  ...Stamps,
}

/** A session in a list. It has no amounts. */
export const DrawerSessionListRow = z.object(summary).meta({ id: 'DrawerSessionListRow' })

export const DrawerSession = z
  .object({
    ...summary,
    countsYen: z.boolean(),
    /** Whether the opening and the movements are left out, because the caller counts blind. */
    isBlind: z.boolean(),
    counts: z.array(DrawerCount),
    movements: z.array(DrawerMovement),
  })
  .meta({ id: 'DrawerSession' })
export type DrawerSessionRow = z.input<typeof DrawerSession>

const path = '/api/v1/drawer-sessions'

export const drawerSessions = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists sessions of drawers, without amounts',
    access: 'drawers.use',
    about: ['drawerSession', 'drawer', 'location'],
    query: listQuery(['drawerSessionID', 'number', 'drawerName', 'status', 'closedAt', 'createdAt'], {
      drawerID: IDFilter,
      status: z.enum(drawerStatuses).optional(),
    }),
    returns: pageOf(DrawerSessionListRow),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns a session with its counts and movements; without amounts for Staff who count blind',
    access: 'drawers.use',
    about: ['drawerSession', 'drawer', 'location'],
    returns: answer(DrawerSession),
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/v1/drawers/:id/sessions',
    summary: 'Opens a drawer with the cash that is counted in it',
    access: 'drawers.use',
    body: CountInput,
    returns: answer(DrawerSession),
    status: 201,
  }),
}

import { saleStatuses } from '../sales/sale-statuses.ts'
import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayInput, ID } from '../shared/fields.ts'
import type { Access } from '../shared/permissions.ts'
import { screens } from '../shared/screens.ts'
import { z } from '../shared/zod.ts'

/** One figure of the period, and how it has changed. */
const Tile = z.object({
  value: z.number(),
  /** The same of as many days directly before the period; null where the period has no beginning. */
  before: z.number().nullable(),
  /** By how many percent it has changed, to one decimal; null where there is nothing to compare with, or that was 0. */
  change: z.number().nullable(),
})
export type Tile = z.infer<typeof Tile>

const RecentOrder = z.object({
  salesTransactionID: ID,
  transactionNumber: z.string(),
  customerID: ID.nullable(),
  /** The customer's full name; 'Walk-in' where there is none. */
  user: z.string(),
  orderDate: Day,
  status: z.enum(saleStatuses),
})

export const Dashboard = z
  .object({
    paidOrder: Tile,
    siteVisit: Tile,
    searches: Tile,
    /** Pesos. */
    totalSales: Tile,
    recentOrders: z.array(RecentOrder),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

/**
 * What can wait for somebody: for whom, and the address of exactly what is counted. A count of 0 is not told of.
 */
export const waitingKinds = {
  adjustments: { access: 'adjustments.decide', link: `${screens.inventoryAdjustments}?status=Pending` },
  purchaseOrders: { access: 'orders.decide', link: `${screens.purchaseOrders}?status=Pending` },
  holds: { access: 'sales.read', link: `${screens.sales}?holdEnding=true` },
  layaways: { access: 'sales.read', link: `${screens.sales}?due=true` },
  lowStock: { access: 'stock.read', link: screens.lowStock },
  receivings: { access: 'purchasing.read', link: `${screens.receivings}?status=Pending` },
  questions: { access: 'messages.read', link: `${screens.messages}?topic=Questions` },
  people: { access: 'users.manage', link: `${screens.users}?roleID=0&status=true` },
} as const satisfies Record<string, { access: Access; link: string }>
export type WaitingKind = keyof typeof waitingKinds

export const Waiting = z
  .object({
    kind: z.enum(Object.keys(waitingKinds) as WaitingKind[]),
    count: z.int().min(1),
    link: z.string(),
  })
  .meta({ id: 'Waiting' })
export type Waiting = z.infer<typeof Waiting>

/** A customer as the dashboard's table names the fields. */
export const DashboardCustomer = z
  .object({
    id: ID,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    /** Completed sales. */
    total_orders: z.int(),
    /** Pesos: what the completed sales came to, less what was refunded of them. */
    total_spend: z.number(),
    location: z.string().nullable(),
  })
  .meta({ id: 'DashboardCustomer' })

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard',
    summary: 'The figures of a period with their change, and the latest sales',
    access: 'insight.read',
    /** Days in the shop's time zone, both included; all time where left out. */
    query: z.strictObject({ from: DayInput.optional(), to: DayInput.optional() }),
    returns: answer(Dashboard),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/waiting',
    summary: 'What waits for whoever asks',
    access: 'insight.read',
    returns: answer(z.array(Waiting)),
  }),
  customers: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/customers',
    summary: 'Customers with their orders and what they spent, of all time',
    access: 'insight.read',
    query: listQuery(['id', 'name', 'email', 'phone', 'location'], {}),
    returns: pageOf(DashboardCustomer),
  }),
}

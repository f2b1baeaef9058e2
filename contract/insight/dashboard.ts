import { saleStatuses } from '../sales/sale-statuses.ts'
import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { aboutTrade } from '../shared/events.ts'
import { Day, DayInput, ID } from '../shared/fields.ts'
import type { Access } from '../shared/permissions.ts'
import { screens } from '../shared/screens.ts'
import { z } from '../shared/zod.ts'

/** One figure of the dashboard for the chosen period, and its change from the period before. */
const Tile = z.object({
  value: z.number(),
  /** The figure of the preceding period of equal length; null when the period has no start. */
  before: z.number().nullable(),
  /** The change in percent, to one decimal; null when `before` is null or 0. */
  change: z.number().nullable(),
})
export type Tile = z.infer<typeof Tile>

const RecentOrder = z.object({
  salesTransactionID: ID,
  transactionNumber: z.string(),
  customerID: ID.nullable(),
  /** The customer's full name; 'Walk-in' for a sale without a customer. */
  user: z.string(),
  orderDate: Day,
  status: z.enum(saleStatuses),
})

export const Dashboard = z
  .object({
    paidOrder: Tile,
    siteVisit: Tile,
    searches: Tile,
    /** The sales in pesos. */
    totalSales: Tile,
    recentOrders: z.array(RecentOrder),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

/** The first and last day of a period, in the shop's time zone. Omitted days leave it unlimited. */
const PeriodQuery = z.strictObject({ from: DayInput.optional(), to: DayInput.optional() })

/**
 * The kinds of pending work on the dashboard. Each names the access that the work requires, and links to the list of
 * the counted records. The dashboard hides a count of 0.
 */
export const waitingKinds = {
  proofs: { access: 'proofs.decide', link: `${screens.proofs}?state=waiting` },
  adjustments: { access: 'adjustments.decide', link: `${screens.inventoryAdjustments}?status=Pending` },
  purchaseOrders: { access: 'orders.decide', link: `${screens.purchaseOrders}?status=Pending` },
  prices: { access: 'sales.decide_price', link: `${screens.sales}?priceLapsed=true` },
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

/** A customer with the field names of the dashboard's table. */
export const DashboardCustomer = z
  .object({
    id: ID,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    /** The number of completed sales. */
    total_orders: z.int(),
    /** The total of the completed sales less their refunds, in pesos. */
    total_spend: z.number(),
    location: z.string().nullable(),
  })
  .meta({ id: 'DashboardCustomer' })

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard',
    summary: 'Returns the figures of a period with their change, and the latest sales',
    access: 'insight.read',
    tellsCash: 'many',
    about: aboutTrade,
    query: PeriodQuery,
    returns: answer(Dashboard),
  }),
  /** In pesos, and left out where costs are hidden. A call of its own, because a long period takes longer. */
  profit: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/profit',
    summary: 'Returns the profit from sales of a period, as the Profit report has it',
    access: 'insight.read',
    tellsCash: 'many',
    about: aboutTrade,
    query: PeriodQuery,
    returns: answer(z.object({ profit: costFigure(z.number()) })),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/waiting',
    summary: 'Lists the tasks that wait for the caller',
    access: 'insight.read',
    about: [
      'inventoryAdjustment',
      'purchaseOrder',
      'receiving',
      'sale',
      'inventory',
      'paymentProof',
      'question',
      'user',
      'notification',
    ],
    returns: answer(z.array(Waiting)),
  }),
  customers: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/customers',
    summary: 'Lists customers with all their orders and their total spending',
    access: 'insight.read',
    tellsCash: 'many',
    about: ['sale', 'customer'],
    query: listQuery(['id', 'name', 'email', 'phone', 'location'], {}),
    returns: pageOf(DashboardCustomer),
  }),
}

// This model of the shop's stock in memory is the oracle of stock.model.test.ts. Quantities are whole thousandths,
// values and costs of lines are whole centavos, average costs are whole millionths of a peso. States are immutable, so that several orders of actions can be tried.

/** A stock row: the n-th item at the n-th place; 'repair' is the stock for the workshop. */
export type Where = { item: number; place: number; type?: 'repair' }
type Row = { quantity: number; reserved: number }
/** `cost` is what left the stock for the line; 0 until its goods are handed over. */
type Line = { item: number; quantity: number; back: number; cost: bigint }
type Sale = {
  place: number
  status: 'Pending' | 'Processing' | 'Completed' | 'Canceled' | 'Refunded'
  lines: readonly Line[]
}
type Adjustment = { where: Where; change: number; status: 'Pending' | 'Completed' | 'Rejected' }
type Delivery = { where: Where; quantity: number; unitCost: number; status: 'Pending' | 'Completed' | 'Canceled' }

export type State = {
  rows: ReadonlyMap<string, Row>
  /** The average cost of each item, in millionths of a peso. */
  costs: readonly bigint[]
  /** The value of each item's stock, in centavos. */
  values: readonly bigint[]
  sales: ReadonlyMap<string, Sale>
  adjustments: ReadonlyMap<string, Adjustment>
  deliveries: ReadonlyMap<string, Delivery>
}

type Lines = readonly { item: number; quantity: number }[]
/** One call. `key` names the record that it creates, `of` the record that it changes. Unit costs are whole centavos. */
export type Action =
  | { do: 'sell' | 'save'; key: string; place: number; lines: Lines }
  | { do: 'pay' | 'hand over' | 'cancel'; of: string }
  | { do: 'refund'; of: string; line: number; quantity: number; disposition: 'restock' | 'repair' | 'scrap' }
  | { do: 'adjust'; key: string; where: Where; change: number }
  | { do: 'approve' | 'decline'; of: string }
  | { do: 'deliver'; key: string; where: Where; quantity: number; unitCost: number }
  | { do: 'receive' | 'turn away'; of: string }
  | { do: 'transfer'; item: number; from: number; to: number; quantity: number }
  | { do: 'revalue'; item: number; unitCost: number }
  /** `cost` is the price of the workshop, in whole centavos. */
  | { do: 'back from repair'; item: number; place: number; quantity: number; outcome: 'shelf' | 'scrap'; cost: number }

export const rowKey = ({ item, place, type }: Where) => `${item} ${place} ${type ?? 'hand'}`
const rowOf = (state: State, where: Where): Row => state.rows.get(rowKey(where)) ?? { quantity: 0, reserved: 0 }
const available = (state: State, where: Where) => rowOf(state, where).quantity - rowOf(state, where).reserved

/** Returns the next state and the expected status. A refusal changes nothing. */
export function step(state: State, action: Action): { state: State; status: number } {
  const after = follow(state, action)
  return typeof after === 'number'
    ? { state, status: after }
    : { state: after, status: made.has(action.do) ? 201 : 200 }
}
const made = new Set<Action['do']>([
  'sell',
  'save',
  'pay',
  'refund',
  'adjust',
  'deliver',
  'transfer',
  'revalue',
  'back from repair',
])

function follow(state: State, action: Action): State | number {
  switch (action.do) {
    case 'sell':
    case 'save': {
      const { key, place } = action
      const lines = action.lines.map((line) => ({ ...line, back: 0, cost: 0n }))
      for (const [item, quantity] of perItem(lines)) if (available(state, { item, place }) < quantity) return 409
      if (action.do === 'save')
        return {
          ...change(state, place, lines, { reserved: 1 }),
          sales: put(state.sales, key, { place, status: 'Pending', lines }),
        }
      const sold = handOver(state, lines)
      const next = change(sold.state, place, lines, { quantity: -1 })
      return { ...next, sales: put(state.sales, key, { place, status: 'Completed', lines: sold.lines }) }
    }
    case 'pay':
    case 'hand over':
    case 'cancel':
      return withSale(state, action)
    case 'refund':
      return refund(state, action)
    case 'adjust':
      return {
        ...state,
        adjustments: put(state.adjustments, action.key, {
          where: action.where,
          change: action.change,
          status: 'Pending',
        }),
      }
    case 'approve':
    case 'decline': {
      const adjustment = state.adjustments.get(action.of)!
      if (adjustment.status !== 'Pending') return 409
      if (action.do === 'decline')
        return { ...state, adjustments: put(state.adjustments, action.of, { ...adjustment, status: 'Rejected' }) }
      if (available(state, adjustment.where) + adjustment.change < 0) return 409
      const valued = adjust(state, adjustment)
      const moved = move(valued, adjustment.where, { quantity: adjustment.change })
      return { ...moved, adjustments: put(state.adjustments, action.of, { ...adjustment, status: 'Completed' }) }
    }
    case 'deliver': {
      const { where, quantity, unitCost } = action
      return {
        ...state,
        deliveries: put(state.deliveries, action.key, { where, quantity, unitCost, status: 'Pending' }),
      }
    }
    case 'receive':
    case 'turn away': {
      const delivery = state.deliveries.get(action.of)!
      if (delivery.status !== 'Pending') return 409
      const status = action.do === 'receive' ? 'Completed' : 'Canceled'
      const received = action.do === 'receive' ? receive(state, delivery) : state
      return { ...received, deliveries: put(state.deliveries, action.of, { ...delivery, status }) }
    }
  }
  if (action.do === 'revalue') return revalue(state, action)
  if (action.do === 'back from repair') return returnFromRepair(state, action)
  const { item, from, to, quantity } = action
  if (available(state, { item, place: from }) < quantity) return 409
  return move(move(state, { item, place: from }, { quantity: -quantity }), { item, place: to }, { quantity })
}

function withSale(state: State, action: { do: 'pay' | 'hand over' | 'cancel'; of: string }): State | number {
  const sale = state.sales.get(action.of)!
  const open = sale.status === 'Pending' || sale.status === 'Processing'
  if (!open) return 409
  const became = (status: Sale['status'], next: State) => ({
    ...next,
    sales: put(state.sales, action.of, { ...sale, status }),
  })
  if (action.do === 'cancel') return became('Canceled', change(state, sale.place, sale.lines, { reserved: -1 }))
  if (action.do === 'pay') return sale.status === 'Processing' ? 422 : became('Processing', state)
  if (sale.status === 'Pending') return 422
  const sold = handOver(state, sale.lines)
  const next = change(sold.state, sale.place, sale.lines, { quantity: -1, reserved: -1 })
  return { ...next, sales: put(state.sales, action.of, { ...sale, status: 'Completed', lines: sold.lines }) }
}

function refund(state: State, { of, line, quantity, disposition }: Extract<Action, { do: 'refund' }>): State | number {
  const sale = state.sales.get(of)!
  if (sale.status !== 'Completed') return 409
  const sold = sale.lines[line]!
  if (sold.back + quantity > sold.quantity) return 422
  const lines = sale.lines.with(line, { ...sold, back: sold.back + quantity })
  const status = lines.every(({ quantity: all, back }) => back === all) ? 'Refunded' : 'Completed'
  const next = { ...state, sales: put(state.sales, of, { ...sale, lines, status }) }
  if (disposition === 'scrap') return next
  const backAt = (back: number) => shareOf(sold.cost, back, sold.quantity)
  const value = backAt(sold.back + quantity) - backAt(sold.back)
  const valued = arrive(next, sold.item, quantity, value)
  const where = { item: sold.item, place: sale.place, ...(disposition === 'repair' && { type: 'repair' as const }) }
  return move(valued, where, { quantity })
}

/** Receives goods at their line cost, rounded half up to the centavo. */
function receive(state: State, { where, quantity, unitCost }: Delivery): State {
  const value = divideHalfUp(BigInt(quantity) * BigInt(unitCost), 1000n)
  return move(arrive(state, where.item, quantity, value), where, { quantity })
}

/** Adds a value to an item's stock before its quantity is added. The average is value by quantity, to six decimals. */
function arrive(state: State, item: number, quantity: number, value: bigint): State {
  const after = state.values[item]! + value
  return {
    ...state,
    values: state.values.with(item, after),
    costs: state.costs.with(item, averageOf(after, onHand(state, item) + quantity)),
  }
}

/** Takes the goods of the lines out of their items' values, one line after the other, and gives each line its cost. */
function handOver(state: State, lines: readonly Line[]): { state: State; lines: Line[] } {
  const values = [...state.values]
  const left = values.map((_, item) => onHand(state, item))
  const sold = lines.map((line) => {
    const { item, quantity } = line
    const cost = shareOf(values[item]!, quantity, left[item]!)
    values[item]! -= cost
    left[item]! -= quantity
    return { ...line, cost }
  })
  return { state: { ...state, values }, lines: sold }
}

/** Values an approved adjustment: more goods arrive at the average cost, fewer take their share of the value. */
function adjust(state: State, { where: { item }, change: quantity }: Adjustment): State {
  if (quantity > 0)
    return arrive(state, item, quantity, divideHalfUp(BigInt(quantity) * state.costs[item]!, 10_000_000n))
  const share = shareOf(state.values[item]!, -quantity, onHand(state, item))
  return { ...state, values: state.values.with(item, state.values[item]! - share) }
}

/** Takes goods out of repair at their share of the value. On the shelf they arrive with the price of the workshop. */
function returnFromRepair(state: State, action: Extract<Action, { do: 'back from repair' }>): State | number {
  const { item, place, quantity, outcome, cost } = action
  if (available(state, { item, place, type: 'repair' }) < quantity) return 409
  const share = shareOf(state.values[item]!, quantity, onHand(state, item))
  const left = { ...state, values: state.values.with(item, state.values[item]! - share) }
  const moved = move(left, { item, place, type: 'repair' }, { quantity: -quantity })
  if (outcome === 'scrap') return moved
  return move(arrive(moved, item, quantity, share + BigInt(cost)), { item, place }, { quantity })
}

/** Gives an item a new cost. The cost that its form shows already is refused. */
function revalue(state: State, { item, unitCost }: Extract<Action, { do: 'revalue' }>): State | number {
  if (divideHalfUp(state.costs[item]!, 10_000n) === BigInt(unitCost)) return 422
  const quantity = onHand(state, item)
  const value = divideHalfUp(BigInt(unitCost) * BigInt(quantity), 1000n)
  // Without a change of value, the new cost itself becomes the average.
  const cost = value === state.values[item] ? BigInt(unitCost) * 10_000n : averageOf(value, quantity)
  return { ...state, values: state.values.with(item, value), costs: state.costs.with(item, cost) }
}

const onHand = (state: State, item: number) =>
  [...state.rows].reduce((sum, [key, row]) => (key.startsWith(`${item} `) ? sum + row.quantity : sum), 0)
const divideHalfUp = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole)
const shareOf = (value: bigint, part: number, whole: number) =>
  whole === 0 ? 0n : divideHalfUp(value * BigInt(part), BigInt(whole))
const averageOf = (value: bigint, quantity: number) => divideHalfUp(value * 10_000_000n, BigInt(quantity))

const perItem = (lines: Lines) =>
  lines.reduce(
    (sums, { item, quantity }) => sums.set(item, (sums.get(item) ?? 0) + quantity),
    new Map<number, number>(),
  )

/** Changes the stock of every line by a multiple of its quantity. */
const change = (state: State, place: number, lines: Lines, { quantity = 0, reserved = 0 }: Partial<Row>) =>
  lines.reduce(
    (next, line) =>
      move(
        next,
        { item: line.item, place },
        { quantity: quantity * line.quantity, reserved: reserved * line.quantity },
      ),
    state,
  )

function move(state: State, where: Where, { quantity = 0, reserved = 0 }: Partial<Row>): State {
  const row = rowOf(state, where)
  return {
    ...state,
    rows: put(state.rows, rowKey(where), { quantity: row.quantity + quantity, reserved: row.reserved + reserved }),
  }
}

const put = <T>(map: ReadonlyMap<string, T>, key: string, value: T) => new Map(map).set(key, value)

/** Returns the results of every order in which concurrent actions may have run, each with the expected statuses. */
export function orders(state: State, actions: readonly Action[]): { state: State; statuses: number[] }[] {
  const indexes = actions.map((_, n) => n)
  return permutations(indexes).map((order) => {
    const statuses: number[] = []
    const end = order.reduce((before, n) => {
      const after = step(before, actions[n]!)
      statuses[n] = after.status
      return after.state
    }, state)
    return { state: end, statuses }
  })
}

export const permutations = (values: readonly number[]): number[][] =>
  values.length < 2
    ? [[...values]]
    : values.flatMap((first) => permutations(values.filter((one) => one !== first)).map((rest) => [first, ...rest]))

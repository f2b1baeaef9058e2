import { type BasketFate, type Evening, evenings, joined, marks, winnerOf } from './evenings.ts'
import type { LiveAct, LiveStep, PlannedComment } from './live-steps.ts'
import { type Dice, planComments, platformOf, secondsOnShow } from './plan-comments.ts'

/** The demo's days, counted back from today. */
type Days = { at: (daysAgo: number, hour: number, minute?: number) => Date; day: (daysAgo: number) => string }

/** After this many pieces, somebody copies the comments into the shop. */
const piecesToAPaste = 3
/** So many comments of each paste are those at the end of the paste before it. */
const overlap = 6

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** Plans what people did in the lives of the past. */
export function planLives(days: Days, createDice: (seed: string) => Dice, gramsOf: (itemCode: string) => number) {
  return evenings.flatMap((evening, n): LiveStep[] => {
    const dice = createDice(evening.name)
    const start = days.at(evening.daysAgo, 20)
    const comments = planComments(dice, evening, start, gramsOf)
    const steps = [
      ...planEvening(evening, start, comments),
      ...planBaskets(evening, days, dice),
      ...(n === 0 ? planMarks(evening, days) : []),
    ]
    return steps.map(({ at, act }) => ({ at, do: 'live', live: evening, act }))
  })
}

type Planned = { at: Date; act: LiveAct }

function planEvening(evening: Evening, start: Date, comments: readonly PlannedComment[]): Planned[] {
  const turns = evening.shown.map((_, n) => after(start, 60 + n * secondsOnShow))
  const end = after(turns.at(-1)!, secondsOnShow + 60)
  const pastes = [...turns.filter((_, n) => n > 0 && n % piecesToAPaste === 0), end].map((at) => after(at, -20))
  return [
    { at: after(start, -26 * 3600), act: { is: 'plan' } },
    { at: start, act: { is: 'start' } },
    ...turns.map((at): Planned => ({ at, act: { is: 'show next' } })),
    ...pastes.flatMap((at, n) => planPaste(evening, at, pastes[n - 1] ?? start, comments)),
    ...evening.shown.flatMap((_, n) => planCourse(evening, n + 1, turns, pastes)),
    { at: after(end, 1200), act: { is: 'settle' } },
    { at: after(end, 1260), act: { is: 'close' } },
    { at: after(end, 1500), act: { is: 'send baskets' } },
  ]
}

/** Plans the pastes of each platform at a moment, and what is decided after them. */
function planPaste(evening: Evening, at: Date, before: Date, comments: readonly PlannedComment[]): Planned[] {
  const pastes = evening.platforms.flatMap((platform, n): Planned[] => {
    const own = comments.filter(({ name, writtenAt }) => platformOf(name) === platform && writtenAt <= at)
    const isNew = own.findIndex(({ writtenAt }) => writtenAt > before)
    if (isNew === -1) return []
    return [{ at: after(at, n), act: { is: 'paste', platform, comments: own.slice(Math.max(0, isNew - overlap)) } }]
  })
  return [...pastes, { at: after(at, 6), act: { is: 'decide' } }]
}

/** Plans what follows the claims of a piece, after they were decided. */
function planCourse({ shown }: Evening, number: number, turns: readonly Date[], pastes: readonly Date[]): Planned[] {
  const [, course, first, second] = shown[number - 1]!
  const from = turns[number - 1]!
  if (course === 'typed')
    return [{ at: after(from, 14), act: { is: 'note', text: `${number} ${first}`, platform: platformOf(first!) } }]
  if (course !== 'taken back' && course !== 'passed on' && course !== 'unanswered') return []
  const decided = pastes.find((at) => at > after(from, 40))!
  const reason =
    course === 'passed on' ? 'She has the same one already' : 'She has counted her money again, and it is too much'
  const taken = after(decided, 45)
  return [
    { at: taken, act: { is: 'withdraw', number, buyer: first!, reason } },
    ...(course === 'taken back'
      ? [{ at: after(taken, 75), act: { is: 'accept' as const, number, buyer: second! } }]
      : []),
    ...(course === 'passed on' ? [{ at: after(taken, 75), act: { is: 'pass' as const, number, buyer: second! } }] : []),
    ...(course === 'unanswered' ? [{ at: after(taken, 960), act: { is: 'settle' as const } }] : []),
  ]
}

/** Plans the payments and parcels of the baskets, on the days after an evening. */
function planBaskets({ baskets, shown, daysAgo }: Evening, days: Days, dice: Dice): Planned[] {
  const planned = Object.entries(baskets).flatMap(([buyer, fate], n) => {
    if (!shown.some((one) => winnerOf(one) === buyer)) throw new Error(`${buyer} has won nothing`)
    return planBasket(buyer, fate, days, daysAgo, n, dice)
  })
  const settled = [1, 2, 3, 4, 5].filter((later) => later < daysAgo)
  return [
    ...planned,
    ...settled.map((later): Planned => ({ at: days.at(daysAgo - later, 21, 30), act: { is: 'settle' } })),
    ...Object.keys(baskets)
      .filter((buyer) => joined[buyer] !== undefined)
      .map((buyer, n): Planned => ({
        at: days.at(daysAgo - 1, 9, 30 + n),
        act: { is: 'join', buyer, customer: joined[buyer]! },
      })),
  ]
}

function planBasket(buyer: string, fate: BasketFate, days: Days, daysAgo: number, n: number, dice: Dice): Planned[] {
  // Everybody pays on the next day, so that the baskets of two days ago are paid and sent by now.
  const next = (hour: number) => days.at(daysAgo - 1, hour, n * 4)
  const pay = (hour: number, part = 1): Planned => ({ at: next(hour), act: { is: 'pay', buyer, part } })
  const complete = { at: next(16), act: { is: 'complete' as const, buyer } }
  const trackingNumber = `4${dice.whole(100, 999)}-${dice.whole(1000, 9999)}-${dice.whole(1000, 9999)}`
  const parcel = {
    at: next(17),
    act: { is: 'parcel' as const, buyer, sentOn: days.day(daysAgo - 1), trackingNumber },
  }
  const planned: Record<BasketFate, Planned[]> = {
    sent: [pay(10), complete, parcel],
    'paid twice': [pay(10, 0.5), pay(14), complete, parcel],
    'picked up': [pay(12), complete],
    paid: [pay(18)],
    'half paid': [pay(13, 0.5)],
    open: [],
    lapsed: [],
    canceled: [{ at: next(11), act: { is: 'take back', buyer, reason: 'Her husband has bought one already' } }],
  }
  return planned[fate]
}

const planMarks = ({ daysAgo }: Evening, days: Days): Planned[] =>
  marks.map(({ viewer, mark, reason }, n) => ({
    at: days.at(daysAgo - 5, 10, n * 3),
    act: { is: 'mark', buyer: viewer, mark, reason },
  }))

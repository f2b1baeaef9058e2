import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Money, optional, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { DrawerReport } from './drawer-reports.ts'
import {
  differenceReasons,
  drawerCurrencies,
  movementDirections,
  movementReasonKeys,
  movementReasons,
  type MovementDirection,
  type Point,
  signatureField,
} from './drawer-rules.ts'
import { CountInput, DrawerSession } from './drawer-sessions.ts'

type Check = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void }

/** Another reason than those of the list is written down. */
const requireNote = (
  { reason, note }: { reason?: string | undefined; note?: string | null | undefined },
  check: Check,
) => {
  if (reason === 'other' && !note) check.addIssue({ code: 'custom', path: ['note'], message: 'Write down the reason' })
}

export const MovementInput = z
  .object({
    kind: z.enum(movementDirections),
    reason: z.enum(movementReasonKeys),
    /** Required for another reason. */
    note: optional(300),
    currency: z.enum(drawerCurrencies).default('PHP'),
    amount: Money.gt(0),
  })
  .superRefine((movement, check) => {
    requireNote(movement, check)
    const fitting: readonly MovementDirection[] = movementReasons[movement.reason]
    if (!fitting.includes(movement.kind))
      check.addIssue({ code: 'custom', path: ['reason'], message: 'This reason is for the other direction' })
    if (movement.currency === 'JPY' && !Number.isInteger(movement.amount))
      check.addIssue({ code: 'custom', path: ['amount'], message: 'Yen have no decimals' })
  })
export type MovementInput = z.input<typeof MovementInput>

const PointInput = z
  .array(z.int().min(0).max(signatureField.width))
  .length(2)
  .refine((point) => (point[1] ?? 0) <= signatureField.height)
// A schema of a tuple would add a kilobyte to the sign-in, whose file has what every screen uses of zod.
const asPoint = PointInput as unknown as z.ZodType<Point, Point>

/** The lines of a drawn signature, each as its points. */
const SignatureInput = z
  .array(z.array(asPoint).min(1).max(signatureField.mostPointsOfALine))
  .min(1)
  .max(signatureField.mostLines)

export const DrawerClosing = z
  .object({
    /** Why the drawer is over or short. It is required above a difference. */
    reason: z.enum(differenceReasons).optional(),
    note: optional(300),
    /** The lines that the closing person drew. Without them, the report has the name alone. */
    signature: SignatureInput.optional(),
  })
  .superRefine(requireNote)

const path = '/api/v1/drawer-sessions/:id'

export const drawerMovements = {
  enter: endpoint({
    method: 'POST',
    path: `${path}/movements`,
    summary: 'Enters cash that comes in or goes out and is no payment; much cash out needs a Manager',
    access: 'drawers.use',
    body: MovementInput,
    returns: answer(DrawerSession),
    status: 201,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/drawer-movements/:id/corrections',
    summary: 'Takes a wrong movement back by a counter-row, once, while its drawer is open',
    access: 'drawers.use',
    body: z.object({ note: required(300) }),
    returns: answer(DrawerSession),
    status: 201,
  }),
}

export const drawerClosing = {
  startCounting: endpoint({
    method: 'PUT',
    path: `${path}/counting`,
    summary: 'Starts counting a drawer, which then takes no cash',
    access: 'drawers.use',
    returns: answer(DrawerSession),
  }),
  sellAgain: endpoint({
    method: 'PUT',
    path: `${path}/selling`,
    summary: 'Goes back to selling, before the first count is handed in',
    access: 'drawers.use',
    returns: answer(DrawerSession),
  }),
  count: endpoint({
    method: 'POST',
    path: `${path}/count`,
    summary: 'Hands in the first count, which is kept',
    access: 'drawers.use',
    body: CountInput,
    returns: answer(DrawerSession),
    status: 201,
  }),
  recount: endpoint({
    method: 'POST',
    path: `${path}/recount`,
    summary: 'Hands in the only recount; the first count is kept too',
    access: 'drawers.use',
    body: CountInput,
    returns: answer(DrawerSession),
    status: 201,
  }),
  finish: endpoint({
    method: 'PUT',
    path: `${path}/finished`,
    summary: 'Accepts the last count, after which the drawer is not counted again and Staff see the expected cash',
    access: 'drawers.use',
    returns: answer(DrawerSession),
  }),
  close: endpoint({
    method: 'PUT',
    path: `${path}/close`,
    summary: 'Closes a counted drawer for good and keeps its Z report; a large difference needs a Manager',
    access: 'drawers.use',
    body: DrawerClosing,
    returns: answer(DrawerReport),
  }),
}

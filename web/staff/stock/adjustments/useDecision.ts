import { useRef } from 'react'

import type { LiveEvent } from '../../../../contract/events/events.ts'
import { type InventoryAdjustmentRow, inventoryAdjustments } from '../../../../contract/stock/inventory-adjustments.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { formatSigned } from '../../shared/stock.ts'
import { describeStockAfter } from './StockAfter.tsx'

type Decision = {
  verb: 'approve' | 'decline'
  /** The noun in the titles of two dialogs: for a failure, and for a canceled confirmation. */
  noun: 'Approval' | 'Decline'
  action: string
  /** Describes the effect of the decision, for the question before it. */
  outcome: (adjustment: InventoryAdjustmentRow) => string
  done: { title: string; text: (itemName: string) => string }
  send: (adjustment: InventoryAdjustmentRow) => Promise<unknown>
}

/**
 * Returns functions that approve or decline an adjustment after a confirmation. Both read its current state first.
 */
export function useDecision() {
  const dialogs = useDialogs()
  const approving = useWrite(inventoryAdjustments.approve)
  const declining = useWrite(inventoryAdjustments.decline)
  const isDeciding = useRef(false)

  async function decide(id: number, { verb, noun, action, outcome, done, send }: Decision) {
    try {
      const { data: adjustment } = await call(inventoryAdjustments.get, { id })
      const { item, location } = adjustment.inventory
      const what = `${item.itemName} at ${location.locationName}: ${formatSigned(adjustment.quantityAdjusted, item)}`
      const yes = await dialogs.confirm({
        title: `${action} adjustment ${id}?`,
        text: `${what} (${adjustment.adjustmentReason.reasonName}).\n${outcome(adjustment)}`,
        action,
        follow: { entity: 'inventoryAdjustment', id, read: (event) => describeChange(adjustment, event) },
      })
      if (!yes) return await dialogs.info(`${noun} Canceled`, `Adjustment ID ${id} stays as it is.`)
      await send(adjustment)
      await dialogs.success(done.title, done.text(item.itemName))
    } catch (error) {
      const reason = messageOf(error as Error, `Failed to ${verb} adjustment`)
      await dialogs.error(`${noun} Failed`, `Failed to ${verb} Adjustment ID ${id}: ${reason}`)
    }
  }

  /** Ignores a second click while a decision is in progress. */
  async function runExclusively(work: () => Promise<void>) {
    if (isDeciding.current) return
    isDeciding.current = true
    await work()
    isDeciding.current = false
  }

  return {
    approve: (id: number) =>
      runExclusively(() =>
        decide(id, {
          verb: 'approve',
          noun: 'Approval',
          action: 'Approve',
          outcome: ({ inventory, quantityAdjusted }) => describeStockAfter(inventory, quantityAdjusted),
          done: { title: 'Adjustment Approved', text: (name) => `The stock of ${name} has changed by it.` },
          send: ({ inventoryID, updatedAt }) =>
            approving.mutateAsync({ id: inventoryID, adjustmentID: id, body: { updatedAt } }),
        }),
      ),
    decline: (id: number) =>
      runExclusively(() =>
        decide(id, {
          verb: 'decline',
          noun: 'Decline',
          action: 'Decline',
          outcome: () => 'The stock stays as it is.',
          done: { title: 'Adjustment Declined', text: (name) => `The stock of ${name} stays as it is.` },
          send: ({ updatedAt }) => declining.mutateAsync({ id, body: { updatedAt } }),
        }),
      ),
  }
}

/** Returns what others did to an adjustment since it was read, as the end of the question; null for nothing. */
async function describeChange(
  { adjustmentID: id, updatedAt }: InventoryAdjustmentRow,
  { by }: LiveEvent,
): Promise<string | null> {
  try {
    const { data: now } = await call(inventoryAdjustments.get, { id })
    if (now.status !== 'Pending')
      return `${now.decidedBy ?? 'The shop'} ${now.status === 'Completed' ? 'approved' : 'declined'} this adjustment just now.`
    return now.updatedAt === updatedAt ? null : `${by?.name ?? 'The shop'} changed this adjustment just now: ask again.`
  } catch (error) {
    return messageOf(error as Error)
  }
}

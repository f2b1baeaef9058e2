import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { goldRates } from '../../../../contract/pricing/gold-rates.ts'
import { type TradeInInput, type TradeInRow, tradeIns } from '../../../../contract/sales/trade-ins.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useSettings } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { readKey } from '../../../ui/table/listState.ts'
import { toasts } from '../../../ui/toasts.ts'
import { draftOf, findProblems, findRateOf, inputOf, reckonDraft, type TradeInDraft } from './tradeInDraft.ts'

export type TradeInEditing = ReturnType<typeof useTradeInDraft>

const isOpenStatus = (status: TradeInRow['status']) => ['Weighed', 'Tested', 'Offered'].includes(status)
const nothing = new Map<string, string>()

/**
 * Returns a trade-in as somebody types it, reckoned at the rates of its offer or else at the latest rates, with the
 * functions that change and save it.
 */
export function useTradeInDraft(tradeIn: TradeInRow | null) {
  const now = useNow(60_000)
  const [search] = useSearchParams()
  const settings = useSettings()
  const rates = useQuery(readQuery(goldRates.current, {}))
  const [stored, setStored] = useState(tradeIn)
  const begin = (of: TradeInRow | null) =>
    draftOf(of, settings?.defaultLocationID ?? 1, of === null ? readKey(search, 'customerID') : null)
  const [draft, setDraft] = useState(() => begin(tradeIn))
  const [dirty, setDirty] = useState(false)
  const [tried, setTried] = useState(false)
  const problems = findProblems(draft)
  const saving = useSaveTradeIn(stored)

  function change(changes: Partial<TradeInDraft>) {
    setDraft((before) => ({ ...before, ...changes }))
    setDirty(true)
  }
  function keep(next: TradeInRow) {
    setStored(next)
    setDraft(begin(next))
    setDirty(false)
    setTried(false)
  }
  /** Saves what was typed. Returns the stored trade-in, or null when something is missing or refused. */
  async function save(): Promise<TradeInRow | null> {
    if (stored && !dirty) return stored
    setTried(true)
    if (problems.size > 0 || saving.isPending) return null
    const next = await saving.save(inputOf(draft) as TradeInInput)
    if (next === null) return null
    keep(next)
    return next
  }

  const offered = stored && !dirty && stored.offer !== null ? stored.pieces : null
  const rows = draft.pieces.map((piece, n) => {
    const rate = offered?.[n]?.rate ?? findRateOf(piece.testedKarat, rates.data?.data ?? [])
    return { piece, reckoned: reckonDraft(piece, rate, now) }
  })
  return {
    now,
    stored,
    isOpen: stored === null || isOpenStatus(stored.status),
    draft,
    dirty,
    rows,
    problems,
    /** The problems to show: none until somebody tries to save. */
    shown: tried ? problems : nothing,
    isSaving: saving.isPending,
    change,
    keep,
    save,
  }
}

/** Returns the function that creates or changes the trade-in. A refusal is told, and gives null. */
function useSaveTradeIn(stored: TradeInRow | null) {
  const create = useWrite(tradeIns.create)
  const update = useWrite(tradeIns.update)
  return {
    isPending: create.isPending || update.isPending,
    async save(body: TradeInInput): Promise<TradeInRow | null> {
      try {
        const { data } =
          stored === null
            ? await create.mutateAsync({ body })
            : await update.mutateAsync({ id: stored.tradeInID, body: { ...body, updatedAt: stored.updatedAt } })
        toasts.success(`${data.tradeInNumber} is saved`)
        return data
      } catch (error) {
        toasts.error(`Error: ${(error as Error).message}`)
        return null
      }
    },
  }
}

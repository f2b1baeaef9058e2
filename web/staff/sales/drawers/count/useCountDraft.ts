import { useRemembered } from '../../../../ui/remembered.ts'
import { type CountDraft, isCountDraft } from './countDraft.ts'

const none: CountDraft = {}

/** Returns the typed quantities of a count, which a reload of the page keeps, and functions that store and forget them. */
export function useCountDraft(name: string) {
  const [draft, setDraft, forget] = useRemembered<CountDraft>(`count of ${name}`, none, isCountDraft)
  return { draft, setDraft, forget }
}

import { useState } from 'react'

import { isSameValue } from '../../../ui/form/recordForm.ts'

/**
 * Returns the values of a form over a stored record, and functions that change them and that forget what was typed. When
 * the record is read again, the fields that the person has not changed take its new values.
 */
export function useTyped<T extends object>(stored: T) {
  const [state, setState] = useState({ base: stored, values: stored })
  if (state.base !== stored) setState({ base: stored, values: keepTyped(state.base, state.values, stored) })
  return {
    values: state.values,
    change: (part: Partial<T>) => setState(({ base, values }) => ({ base, values: { ...values, ...part } })),
    forget: () => setState(({ base }) => ({ base, values: base })),
  }
}

/** Returns the newer version of a record with the fields that the person changed in the earlier one. */
function keepTyped<T extends object>(before: T, own: T, newer: T): T {
  const merged = { ...newer }
  for (const name of Object.keys(newer) as (keyof T)[])
    if (!isSameValue(own[name], before[name])) merged[name] = own[name]
  return merged
}

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { items } from '../../../contract/catalogue/items.ts'
import { call } from '../../lib/api.ts'
import { readQuery } from '../../lib/query.ts'
import type { FormOf } from '../../ui/form/recordForm.ts'
import type { ItemForm } from './itemForm.ts'

const noTexts: readonly string[] = []

/** Returns the metals and stones in use. They are only help: without them the fields still work. */
export function useTextsInUse() {
  const { data } = useQuery(readQuery(items.suggestions, { query: {} }))
  return { metals: data?.data.metals ?? noTexts, stones: data?.data.stones ?? noTexts }
}

/** Returns a function that fills in the next code of a category, unless the user has typed a code. */
export function useCodeSuggestion({ form }: FormOf<typeof ItemForm>) {
  const suggested = useRef('')
  return async (categoryID: number | null) => {
    if (categoryID === null) return
    // Without an answer the user types the code, as before.
    const answer = await call(items.suggestions, { query: { categoryID } }).catch(() => null)
    const code = answer?.data.itemCode ?? null
    const typed = form.getValues('itemCode')
    if (code === null || (typed !== '' && typed !== suggested.current)) return
    suggested.current = code
    form.setValue('itemCode', code, { shouldDirty: true, shouldValidate: true })
  }
}

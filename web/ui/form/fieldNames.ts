import { createContext, useContext, useEffect } from 'react'

/** The label and the value's formatter of each field, by field name. A stale-record comparison displays them. */
export type FieldNames = Map<string, { label: string; show: (value: unknown) => string }>

export const FieldNamesContext = createContext<FieldNames | null>(null)

/** Registers a field with the form around it, if there is one. */
export function useFieldName(name: string, label: string, show: (value: unknown) => string) {
  const names = useContext(FieldNamesContext)
  useEffect(() => {
    names?.set(name, { label, show })
  })
  useEffect(() => () => void names?.delete(name), [names, name])
}

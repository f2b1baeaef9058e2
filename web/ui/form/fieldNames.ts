import { createContext, useContext, useEffect } from 'react'

/** How a form's fields are called and how their values read, by the field's name: for telling people about them. */
export type FieldNames = Map<string, { label: string; show: (value: unknown) => string }>

export const FieldNamesContext = createContext<FieldNames | null>(null)

/** Enters a field into its form's list of names, if the form keeps one. */
export function useFieldName(name: string, label: string, show: (value: unknown) => string) {
  const names = useContext(FieldNamesContext)
  useEffect(() => {
    names?.set(name, { label, show })
  })
  useEffect(() => () => void names?.delete(name), [names, name])
}

import type { ReactNode } from 'react'

/**
 * Fields as a form of their own, which submits nothing. A browser that fills in forms looks, at every key, at all fields
 * of the form, and takes all fields outside of forms for one form: where there are many, this takes longer than the key.
 */
export const FieldGroup = ({ className = 'field-group', children }: { className?: string; children: ReactNode }) => (
  <form className={className} noValidate onSubmit={(event) => event.preventDefault()}>
    {children}
  </form>
)

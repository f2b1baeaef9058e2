import type { ReactNode } from 'react'

/**
 * Groups fields in a form element of their own that submits nothing. Autofill examines all fields of a form at every
 * key press, and treats all fields outside of forms as one form. Many such fields make typing slow.
 */
export const FieldGroup = ({ className = 'field-group', children }: { className?: string; children: ReactNode }) => (
  <form className={className} noValidate onSubmit={(event) => event.preventDefault()}>
    {children}
  </form>
)

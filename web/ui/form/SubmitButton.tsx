import { Button } from '@mantine/core'
import { useRef, useState } from 'react'

import type { z } from '../../../contract/shared/zod.ts'
import { lazyComponent } from '../lazyComponent.tsx'

const Missing = lazyComponent(async () => (await import('./Missing.tsx')).Missing)

/** Returns the validation messages, the first one of each field. */
export function listProblems(error: z.ZodError | undefined): string[] {
  const byField = new Map<string, string>()
  for (const { path, message } of error?.issues ?? [])
    if (!byField.has(path.join('.'))) byField.set(path.join('.'), message)
  return [...byField.values()]
}

/**
 * The one emerald button of a form. It looks disabled while fields are missing or the request runs, but stays
 * focusable and shows which fields are missing. Pressing it anyway focuses the first invalid field.
 */
export function SubmitButton({
  children,
  missing,
  pending,
  size = 'md',
  fullWidth = false,
  plain = false,
  onPress,
}: {
  children: string
  /** The messages that prevent the form from being sent. */
  missing: readonly string[]
  pending: boolean
  size?: 'md' | 'lg'
  fullWidth?: boolean
  /** Whether the button is outlined, because another button of the form is emerald. */
  plain?: boolean
  /** Called instead of submitting the form. */
  onPress?: () => void
}) {
  const wait = missing.length > 0 || pending
  const button = useRef<HTMLButtonElement>(null)
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  return (
    <>
      <Button
        ref={button}
        type={onPress ? 'button' : 'submit'}
        variant={plain ? 'default' : 'filled'}
        size={size}
        fullWidth={fullWidth}
        aria-disabled={wait || undefined}
        aria-busy={pending || undefined}
        aria-description={missing.length > 0 ? missing.join('. ') : undefined}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onClick={(event) => {
          if (pending) event.preventDefault()
          else onPress?.()
        }}
      >
        {children}
      </Button>
      {(pointedAt || focused) && missing.length > 0 && <Missing button={button} missing={missing} />}
    </>
  )
}

import { Button } from '@mantine/core'
import { useRef, useState } from 'react'

import type { z } from '../../../contract/shared/zod.ts'
import { lazyComponent } from '../lazyComponent.tsx'

const Missing = lazyComponent(async () => (await import('./Missing.tsx')).Missing)

/** What is wrong in words, the first of each field. */
export function missingIn(error: z.ZodError | undefined): string[] {
  const byField = new Map<string, string>()
  for (const { path, message } of error?.issues ?? [])
    if (!byField.has(path.join('.'))) byField.set(path.join('.'), message)
  return [...byField.values()]
}

/**
 * A form's one emerald button: disabled while something is missing or the request runs, but still reachable by
 * keyboard, and then it says what is missing. Pressing it anyway lets the form point at the first wrong field.
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
  /** What still keeps the form from being sent, in words. */
  missing: readonly string[]
  pending: boolean
  size?: 'md' | 'lg'
  fullWidth?: boolean
  /** Outlined: another button of the form is the emerald one. */
  plain?: boolean
  /** Does something else than sending the form it stands in. */
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

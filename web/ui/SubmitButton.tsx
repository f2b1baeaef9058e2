import { Button, Tooltip } from '@mantine/core'

import type { z } from '../../contract/zod.ts'

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
  return (
    <Tooltip
      label={missing.join('\n')}
      disabled={missing.length === 0}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: 'missing' }} // className would be the button's too
    >
      <Button
        type={onPress ? 'button' : 'submit'}
        variant={plain ? 'default' : 'filled'}
        size={size}
        fullWidth={fullWidth}
        aria-disabled={wait || undefined}
        aria-busy={pending || undefined}
        aria-description={missing.length > 0 ? missing.join('. ') : undefined}
        onClick={(event) => {
          if (pending) event.preventDefault()
          else onPress?.()
        }}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

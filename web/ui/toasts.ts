import { notifications } from '@mantine/notifications'

/** A short word at the edge of the screen, read out by screen readers too. */
export const toasts = {
  success: (message: string) => show(message, 'var(--green)', 5000),
  error: (message: string) => show(message, 'var(--red)', 10_000),
}

function show(message: string, color: string, autoClose: number) {
  notifications.show({ message, color, autoClose, closeButtonProps: { 'aria-label': 'Close' } })
}

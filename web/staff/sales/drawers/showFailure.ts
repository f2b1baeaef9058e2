import type { ApiError } from '../../../lib/api.ts'
import { toasts } from '../../../ui/toasts.ts'

/** Shows why a step of the closing was refused. The page reads the session again by itself. */
export const showFailure = (error: ApiError) => toasts.error(`Error: ${error.message}`)

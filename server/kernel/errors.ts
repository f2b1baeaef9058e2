/** A refusal: an HTTP status and a sentence for the caller. `field` names the input that is to blame. */
export class AppError extends Error {
  readonly status: number
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  constructor(status: number, message: string, { field, retryAfter }: { field?: string; retryAfter?: number } = {}) {
    super(message)
    this.status = status
    this.field = field
    this.retryAfter = retryAfter
  }
}

export const notFound = (what: string) => new AppError(404, `${what} not found`)

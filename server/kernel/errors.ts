import { type FailureCode, failures } from '../../contract/shared/errors.ts'

/** An expected failure. The code determines the HTTP status; `field` names the invalid input. */
export class AppError extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  constructor(code: FailureCode, message: string, { field, retryAfter }: { field?: string; retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.status = failures[code]
    this.field = field
    this.retryAfter = retryAfter
  }
}

export const notFound = (what: string) => new AppError('record.not_found', `${what} not found`)

import type { Socket } from 'node:net'

import pg from 'pg'

/** Ends the name of a prepared statement for whose answer nobody waits. */
export const unanswered = ' (unanswered)'

type Statement = string | { text?: string; name?: string }
type Asked = [statement: Statement, ...rest: unknown[]]

// What the driver's types leave out, or spell out by the dozen.
declare class Driver {
  constructor(config?: object)
  connection: { stream: Socket }
  query(...asked: Asked): Promise<unknown>
}
const Client = pg.Client as unknown as typeof Driver

const nothing = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] }

/**
 * A connection that saves trips to the database: `begin`, and in a transaction every `unanswered` statement, travel with
 * the one after them, and statements may be sent before those before them are answered. Where one fails, all that were on
 * their way with it or behind it are told so; the transaction is spoilt by then, and nothing of it stays. In a pool it
 * wants `pipeline`, or the statements still wait for each other.
 */
export class Connection extends Client {
  #inTransaction = false
  #held: Asked[] = []
  /** How many statements of transactions have been sent. */
  #sent = 0
  /** What spoilt the transaction, and how many statements had been sent when that was known. */
  #spoilt: { by: unknown; sent: number } | null = null

  override query(...asked: Asked): Promise<unknown> {
    const text = textOf(asked)
    if (isBegin(asked)) {
      this.#inTransaction = true
      this.#spoilt = null
    } else if (!this.#inTransaction) return super.query(...asked)
    if (isBegin(asked) || isUnanswered(asked)) {
      this.#held.push(asked)
      return Promise.resolve(nothing)
    }
    const held = this.#held
    this.#held = []
    if (text === 'commit' || text === 'rollback') this.#inTransaction = false
    // Of what is undone nothing more need be done, and what was never begun need not be undone.
    if (text === 'rollback') return held.some(isBegin) ? Promise.resolve(nothing) : super.query(...asked)
    if (held.length === 0) return this.#send(asked)
    const { stream } = this.connection
    stream.cork()
    const answers = [...held, asked].map((each) => this.#send(each))
    stream.uncork()
    return Promise.all(answers).then((found) => found.at(-1))
  }

  /** One that was on its way when another spoilt the transaction fails for the other's reason, not for being behind it. */
  #send(asked: Asked): Promise<unknown> {
    const place = ++this.#sent
    return super.query(...asked).catch((error: { code?: string }) => {
      if (error.code !== inFailedTransaction) this.#spoilt = { by: error, sent: this.#sent }
      else if (this.#spoilt && place <= this.#spoilt.sent) throw this.#spoilt.by
      throw error
    })
  }
}

/** What PostgreSQL answers to every statement of a transaction that another has spoilt. */
const inFailedTransaction = '25P02'

const textOf = ([statement]: Asked) => (typeof statement === 'string' ? statement : (statement.text ?? ''))
const isBegin = (asked: Asked) => textOf(asked).startsWith('begin')
const isUnanswered = ([statement]: Asked) => typeof statement !== 'string' && statement.name?.endsWith(unanswered)

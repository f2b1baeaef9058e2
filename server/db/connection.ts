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
 * the one after them. Where one of them fails, it is the one after it that is told so; the transaction is spoilt by then,
 * and nothing of it stays. In a pool it wants `pipeline`, or the statements still wait for each other.
 */
export class Connection extends Client {
  #inTransaction = false
  #held: Asked[] = []

  override query(...asked: Asked): Promise<unknown> {
    const text = textOf(asked)
    if (isBegin(asked)) this.#inTransaction = true
    else if (!this.#inTransaction) return super.query(...asked)
    if (isBegin(asked) || isUnanswered(asked)) {
      this.#held.push(asked)
      return Promise.resolve(nothing)
    }
    const held = this.#held
    this.#held = []
    if (text === 'commit' || text === 'rollback') this.#inTransaction = false
    // Of what is undone nothing more need be done, and what was never begun need not be undone.
    if (text === 'rollback') return held.some(isBegin) ? Promise.resolve(nothing) : super.query(...asked)
    if (held.length === 0) return super.query(...asked)
    const { stream } = this.connection
    stream.cork()
    const answers = [...held, asked].map((each) => super.query(...each))
    stream.uncork()
    return Promise.all(answers).then((found) => found.at(-1))
  }
}

const textOf = ([statement]: Asked) => (typeof statement === 'string' ? statement : (statement.text ?? ''))
const isBegin = (asked: Asked) => textOf(asked).startsWith('begin')
const isUnanswered = ([statement]: Asked) => typeof statement !== 'string' && statement.name?.endsWith(unanswered)

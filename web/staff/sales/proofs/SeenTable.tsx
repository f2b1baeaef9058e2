import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { formatDay, formatPeso } from '../../../lib/format.ts'
import { DateBox } from '../../../ui/DateBox.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { nameSpokenTo, nameAccount, nameBank } from './proofWords.ts'
import { type SeenDraft, startDraft } from './seenDraft.ts'
import type { ProofDesk } from './useProofDesk.ts'

/** What the buyer typed beside what the shop has seen in its account, which is edited in place and then approved. */
export function SeenTable({ proof, desk }: { proof: ProofRow; desk: ProofDesk }) {
  const { draft, problems, change, isOpen } = desk
  const table = useRef<HTMLTableElement>(null)
  useAskedField(table, desk.asks)
  const seen = proof.seen
  const seenAccount = proof.accounts.find(({ payAccountID }) => payAccountID === seen?.payAccountID)
  const typed = startDraft(proof)

  /** Enter takes what was typed and goes to the button that approves; Esc takes back what the buyer typed. */
  const keysOf = (changes: Partial<SeenDraft>) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') change(changes)
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    table.current?.closest('.proof-facts')?.querySelector<HTMLElement>('.proof-go .go')?.focus()
  }
  return (
    <section className="proof-table">
      <table ref={table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Fact</span>
            </th>
            <th scope="col">Typed by {nameSpokenTo(proof.buyerName)}</th>
            <th scope="col">Seen in our account</th>
          </tr>
        </thead>
        <tbody>
          <Fact name="Amount" typed={formatPeso(proof.amount)} problem={problems.amount}>
            {isOpen ? (
              <NumberBox
                data-place="amount"
                aria-label="Amount seen in our account"
                aria-invalid={problems.amount !== undefined}
                value={draft.amount}
                places={2}
                prefix="₱"
                onChange={(amount) => change({ amount })}
                onKeyDown={keysOf({ amount: typed.amount })}
              />
            ) : (
              seen && formatPeso(seen.amount)
            )}
          </Fact>
          <Fact name="Day" typed={formatDay(proof.day)} problem={problems.day}>
            {isOpen ? (
              <DateBox
                data-place="day"
                aria-label="Day seen in our account"
                aria-invalid={problems.day !== undefined}
                value={draft.day}
                onChange={(day) => change({ day })}
                onKeyDown={keysOf({ day: typed.day })}
              />
            ) : (
              seen && formatDay(seen.day)
            )}
          </Fact>
          <Fact
            name="Account"
            typed={proof.account ? nameBank(proof.account) : 'Not said'}
            problem={problems.payAccountID}
          >
            {isOpen ? (
              <AccountChoice proof={proof} desk={desk} onKeyDown={keysOf({ payAccountID: typed.payAccountID })} />
            ) : (
              seenAccount && nameAccount(seenAccount)
            )}
          </Fact>
          <Fact name="Reference" typed={proof.reference} problem={problems.reference}>
            {isOpen ? <ReferenceBox desk={desk} onKeyDown={keysOf({ reference: typed.reference })} /> : seen?.reference}
          </Fact>
        </tbody>
      </table>
      {desk.mayOverride && <OverrideReason desk={desk} onKeyDown={keysOf({})} />}
    </section>
  )
}

function Fact({
  name,
  typed,
  problem,
  children,
}: {
  name: string
  typed: string
  problem: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td>{typed}</td>
        <td>{children ?? '—'}</td>
      </tr>
      {problem !== undefined && (
        <tr className="proof-problem-row">
          <td colSpan={3}>
            <p role="alert" className="proof-problem">
              {problem}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}

type Keys = (event: KeyboardEvent<HTMLElement>) => void

function ReferenceBox({ desk: { draft, problems, change }, onKeyDown }: { desk: ProofDesk; onKeyDown: Keys }) {
  return (
    <input
      className="proof-edit"
      data-place="reference"
      aria-label="Reference seen in our account"
      aria-invalid={problems.reference !== undefined}
      autoComplete="off"
      maxLength={60}
      value={draft.reference}
      onChange={(event) => change({ reference: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  )
}

function OverrideReason({ desk: { draft, problems, override }, onKeyDown }: { desk: ProofDesk; onKeyDown: Keys }) {
  return (
    <label className="proof-override">
      Why do you approve it all the same?
      <input
        data-place="overrideReason"
        maxLength={500}
        value={draft.overrideReason}
        onChange={(event) => override(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {problems.overrideReason && <span className="proof-problem">{problems.overrideReason}</span>}
    </label>
  )
}

function AccountChoice({ proof, desk, onKeyDown }: { proof: ProofRow; desk: ProofDesk; onKeyDown: Keys }) {
  const { draft, change, problems } = desk
  // The account that the buyer named may be inactive by now.
  const isListed = proof.accounts.some(({ payAccountID }) => payAccountID === proof.account?.payAccountID)
  const choices = proof.account && !isListed ? [...proof.accounts, proof.account] : proof.accounts
  return (
    <select
      className="proof-edit"
      data-place="payAccountID"
      aria-label="Account in which it was seen"
      aria-invalid={problems.payAccountID !== undefined}
      value={draft.payAccountID ?? ''}
      onChange={(event) => change({ payAccountID: Number(event.currentTarget.value) || null })}
      onKeyDown={onKeyDown}
    >
      {draft.payAccountID === null && <option value="">Choose the account</option>}
      {choices.map((account) => (
        <option key={account.payAccountID} value={account.payAccountID}>
          {nameAccount(account)}
        </option>
      ))}
    </select>
  )
}

/** Moves the focus to the field that a refusal is about. */
function useAskedField(table: { current: HTMLElement | null }, asks: ProofDesk['asks']) {
  useEffect(() => {
    if (asks === null) return
    const facts = table.current?.closest('.proof-facts')
    facts?.querySelector<HTMLElement>(`[data-place="${asks.field}"]`)?.focus()
  }, [table, asks])
}

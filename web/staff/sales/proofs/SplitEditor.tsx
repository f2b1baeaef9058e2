import { Button } from '@mantine/core'

import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { formatPeso } from '../../../lib/format.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { computeSeen, listParts } from './seenDraft.ts'
import type { ProofDesk } from './useProofDesk.ts'

/**
 * Divides the money over sales, and says what becomes of the rest. It opens when the amount is more than the sale owes
 * next, or by its button.
 */
export function SplitEditor({ proof, desk }: { proof: ProofRow; desk: ProofDesk }) {
  const { draft, problems, change, isOpen } = desk
  const { rest, own } = computeSeen(proof, draft)
  const parts = listParts(proof, draft)
  const isShown = draft.parts !== null || rest > 0 || problems.rest !== undefined || problems.parts !== undefined
  if (!isOpen) return null
  if (!isShown)
    return proof.otherSales.length === 0 ? null : (
      <section className="proof-split-open">
        <button
          type="button"
          className="link"
          onClick={() => change({ parts: [...parts, ...proof.otherSales.map(emptyPart)] })}
        >
          Split over several sales
        </button>
      </section>
    )
  const missing = proof.otherSales.filter((sale) =>
    parts.every((part) => part.salesTransactionID !== sale.salesTransactionID),
  )
  const more = Math.min(rest, fromCentavos(toCentavos(proof.sale.balance) - toCentavos(own)))
  const setPart = (salesTransactionID: number, amount: number | null) =>
    change({
      parts: parts.map((part) => (part.salesTransactionID === salesTransactionID ? { ...part, amount } : part)),
    })
  return (
    <section className="proof-split" aria-label="What the money pays">
      <h3>What the money pays</h3>
      {parts.map(({ salesTransactionID, amount }, n) => {
        const sale = nameSale(proof, salesTransactionID)
        return (
          <div key={salesTransactionID} className="proof-part">
            <span>
              {sale.name} <small>owes {formatPeso(sale.owed)}</small>
            </span>
            <NumberBox
              size="sm"
              aria-label={`Amount for ${sale.name}`}
              value={amount}
              places={2}
              prefix="₱"
              {...(n === 0 && { 'data-place': 'parts' })}
              onChange={(typed) => setPart(salesTransactionID, typed)}
            />
          </div>
        )
      })}
      <p role="alert" className="proof-problem">
        {problems.parts}
      </p>
      <div className="proof-split-buttons">
        {more > 0 && (
          <Button
            size="sm"
            onClick={() => setPart(proof.salesTransactionID, fromCentavos(toCentavos(own) + toCentavos(more)))}
          >
            {formatPeso(more)} more for this sale
          </Button>
        )}
        {missing.length > 0 && (
          <Button size="sm" onClick={() => change({ parts: [...parts, ...missing.map(emptyPart)] })}>
            Other sales of the customer
          </Button>
        )}
        {draft.parts !== null && (
          <Button variant="subtle" size="sm" onClick={() => change({ parts: null })}>
            Do not split
          </Button>
        )}
      </div>
      {(rest > 0 || problems.rest !== undefined) && <RestChoice proof={proof} desk={desk} rest={rest} />}
    </section>
  )
}

const emptyPart = ({ salesTransactionID }: { salesTransactionID: number }) => ({ salesTransactionID, amount: 0 })

function nameSale(proof: ProofRow, id: number) {
  const other = proof.otherSales.find(({ salesTransactionID }) => salesTransactionID === id)
  return other
    ? { name: other.transactionNumber, owed: other.balance }
    : { name: proof.transactionNumber, owed: proof.sale.balance }
}

function RestChoice({ proof, desk, rest }: { proof: ProofRow; desk: ProofDesk; rest: number }) {
  const { draft, change, problems } = desk
  const choices = [
    { value: 'credit', label: 'Credit of the customer', isOff: !proof.sale.hasCustomer },
    { value: 'return', label: 'Goes back to the buyer', isOff: false },
  ] as const
  return (
    <fieldset className="proof-over" aria-describedby="proof-over-problem">
      <legend>{rest > 0 ? `${formatPeso(rest)} more than that:` : 'The money:'}</legend>
      {choices.map(({ value, label, isOff }, n) => (
        <label key={value}>
          <input
            type="radio"
            name="rest"
            {...(n === (proof.sale.hasCustomer ? 0 : 1) && { 'data-place': 'rest' })}
            checked={draft.rest === value}
            disabled={isOff}
            onChange={() => change({ rest: value })}
          />
          {label}
          {isOff && <small> (this sale has no customer)</small>}
        </label>
      ))}
      <p id="proof-over-problem" role="alert" className="proof-problem">
        {problems.rest}
      </p>
    </fieldset>
  )
}

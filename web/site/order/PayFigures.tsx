import { formatPeso } from '../../../contract/shared/money.ts'
import { useSite } from '../parts/site.ts'
import { CopyButton } from './CopyButton.tsx'
import { orderWords } from './words/words.ts'

/**
 * The amount to pay and the reference of a transfer, each with a button that copies it. Without scripts there are no
 * buttons.
 */
export function PayFigures({ amount, reference }: { amount: number; reference: string }) {
  const words = orderWords[useSite().language]
  return (
    <ul className="order-pay">
      <CopyRow name={words.amount} shown={formatPeso(amount)} copied={amount.toFixed(2)} />
      <CopyRow name={words.reference} shown={reference} copied={reference} />
    </ul>
  )
}

/** `copied` is what a banking app takes: the digits alone. */
function CopyRow({ name, shown, copied }: { name: string; shown: string; copied: string }) {
  return (
    <li>
      <span className="order-pay-name">{name}</span>
      <b className="num">{shown}</b>
      <CopyButton name={name} copied={copied} />
    </li>
  )
}

import { type OrderPage, qrPathOf, type ShownAccount } from '../../../contract/order-page/order-page.ts'
import { formatAccountNumber } from '../../../contract/pay-accounts/pay-account-rules.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { useSite } from '../parts/site.ts'
import { CopyButton } from './CopyButton.tsx'
import { PayFigures } from './PayFigures.tsx'
import { orderWords } from './words/words.ts'

/** What a transfer needs: the amount, the reference, and the accounts into which the buyer pays. */
export function HowToPay({ order, amount }: { order: OrderPage; amount: number }) {
  return (
    <div className="order-how">
      <PayFigures amount={amount} reference={order.transactionNumber} />
      <ul className="order-accounts">
        {order.accounts.map((account) => (
          <Account key={account.payAccountID} account={account} />
        ))}
      </ul>
    </div>
  )
}

function Account({ account }: { account: ShownAccount }) {
  const words = orderWords[useSite().language]
  const { kind, bankOrWallet, holder, number, note, currency, hasQr } = account
  const name = bankOrWallet ?? kind
  return (
    <li>
      <h3>{name}</h3>
      <span className="order-account-kind">{words.kind(words.kinds[kind], words.currencies[currency])}</span>
      <p className="order-account-holder">{holder}</p>
      {kind === 'Card link' ? (
        <a className="btn order-account-link" href={number} rel="noreferrer">
          {words.payByCard}
        </a>
      ) : (
        <>
          <p className="order-account-number num">{formatAccountNumber(account)}</p>
          <CopyButton name={name} copied={number.replaceAll(/[ -]/g, '')} />
        </>
      )}
      {note !== null && <p className="order-account-note">{note}</p>}
      {hasQr && <AccountQr account={account} name={name} />}
    </li>
  )
}

/** The QR code, which stays dark on white in both themes. A phone cannot scan itself, so the picture can be saved. */
function AccountQr({ account: { payAccountID }, name }: { account: ShownAccount; name: string }) {
  const { language } = useSite()
  const words = orderWords[language]
  const path = publicAddress(language, qrPathOf(payAccountID))
  return (
    <div className="order-qr">
      <img src={path} alt={words.qrOf(name)} width="152" height="152" loading="lazy" />
      <div>
        <p>{words.qrHelp}</p>
        <a className="btn order-save" href={path} download={`${name.replaceAll(/[^\w-]+/g, '-')}-QR.png`}>
          <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 3v10M6 9.500l4 4 4-4M4 17h12" />
          </svg>
          {words.saveQr}
        </a>
      </div>
    </div>
  )
}

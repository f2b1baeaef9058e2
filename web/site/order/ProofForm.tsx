import type { ReactNode } from 'react'

import {
  type OrderPage,
  type ProofField,
  type ProofProblem,
  proofPath,
  type ShownOrder,
} from '../../../contract/order-page/order-page.ts'
import { formatAccountNumber } from '../../../contract/pay-accounts/pay-account-rules.ts'
import { proofDays, proofFileMegabytes, proofFilesAtMost } from '../../../contract/proofs/proof-rules.ts'
import { addDays } from '../../../contract/shared/dates.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { formatFieldText } from '../../../contract/shared/numbers.ts'
import { Alert } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { findRemainder } from './WaitingProofs.tsx'
import type { SendingWords } from './words/sending-en.ts'
import { orderWords } from './words/words.ts'

type Shown = Extract<ShownOrder, { is: 'order' }>

/** The anchor of the form. A browser without scripts shows this part of the page again after a refusal. */
export const proofAnchor = 'paid'

/** Returns the sentence of a problem. */
function say(words: SendingWords, { field, is }: ProofProblem): string {
  const sentences: Partial<Record<string, string>> = words.problems[field ?? 'form']
  return sentences[is]!
}

/** What was wrong with a form, first of all, with a link to each field. */
export function ProofProblems({ problems }: { problems: ProofProblem[] }) {
  const words = orderWords[useSite().language].sending
  return (
    <div className="order-problems" role="alert" tabIndex={-1} data-proof="problems">
      <p>
        <Alert /> {words.problem(problems.length)}
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.is}`}>
            {problem.field === null ? (
              say(words, problem)
            ) : (
              <a className="under" href={`#proof-${problem.field}`}>
                {say(words, problem)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A field with its label, its help and its sentence. `renderControl` draws the input with the attributes that all share. */
function Field({
  name,
  label,
  help,
  problems,
  renderControl,
}: {
  name: ProofField
  label: string
  help?: string
  problems: ProofProblem[]
  renderControl: (shared: object) => ReactNode
}) {
  const words = orderWords[useSite().language].sending
  const problem = problems.find((one) => one.field === name)
  const id = `proof-${name}`
  const shared = {
    id,
    name,
    required: true,
    'aria-describedby': help === undefined ? `${id}-wrong` : `${id}-help ${id}-wrong`,
    ...(problem && { 'aria-invalid': true }),
  }
  return (
    <div className={`field ${name === 'amount' || name === 'day' ? '' : 'all'}`}>
      <label htmlFor={id}>{label}</label>
      {renderControl(shared)}
      {help !== undefined && (
        <p className="order-proof-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <p className="wrong" id={`${id}-wrong`} hidden={!problem}>
        <Alert /> <span>{problem && say(words, problem)}</span>
      </p>
    </div>
  )
}

/** The form with which a buyer reports a payment. It works without scripts; sendingForm.ts checks files before they leave. */
export function ProofForm({ order, formKey, proof }: Pick<Shown, 'order' | 'formKey' | 'proof'>) {
  const { language } = useSite()
  const words = orderWords[language].sending
  const { today, accounts } = order
  const remainder = findRemainder(order)
  const typed = proof?.typed ?? {
    amount: remainder > 0 ? formatFieldText(remainder, 2) : '',
    day: today,
    reference: '',
    account: '',
  }
  const problems = proof?.problems ?? []
  return (
    // noValidate: sentences stand at their fields in the language of the page, not of the browser.
    <form
      className="order-proof"
      method="post"
      action={`${publicAddress(language, proofPath)}#${proofAnchor}`}
      encType="multipart/form-data"
      noValidate
      data-proof="form"
      data-words={JSON.stringify({ ...words.problems, sending: words.isSending })}
      data-most={`${proofFilesAtMost} ${proofFileMegabytes * 2 ** 20}`}
    >
      <input type="hidden" name="key" value={formKey} />
      <Field
        name="amount"
        label={words.amount}
        problems={problems}
        renderControl={(shared) => (
          <input className="box num" inputMode="decimal" autoComplete="off" defaultValue={typed.amount} {...shared} />
        )}
      />
      <Field
        name="day"
        label={words.day}
        problems={problems}
        renderControl={(shared) => (
          <input
            className="box num"
            type="date"
            min={addDays(today, -proofDays)}
            max={today}
            defaultValue={typed.day}
            {...shared}
          />
        )}
      />
      <Field
        name="reference"
        label={words.reference}
        problems={problems}
        renderControl={(shared) => (
          <input
            className="box num"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={typed.reference}
            {...shared}
          />
        )}
      />
      {accounts.length > 1 && (
        <Field
          name="account"
          label={words.account}
          problems={problems}
          renderControl={(shared) => (
            <select className="box" defaultValue={typed.account} {...shared}>
              <option value="">{words.choose}</option>
              {accounts.map((account) => (
                <option key={account.payAccountID} value={account.payAccountID}>
                  {account.bankOrWallet ?? account.kind}
                  {account.kind !== 'Card link' && `, ${formatAccountNumber(account)}`}
                </option>
              ))}
            </select>
          )}
        />
      )}
      <Field
        name="pictures"
        label={words.pictures}
        help={[words.picturesHelp(proofFilesAtMost, proofFileMegabytes), proof?.typed && words.again]
          .filter(Boolean)
          .join(language === 'ja' ? '' : ' ')}
        problems={problems}
        renderControl={(shared) => <PicturesInput shared={shared} />}
      />
      <div className="all order-send">
        <button className="btn go big" type="submit">
          {words.send}
        </button>
        <p>{words.answer}</p>
      </div>
    </form>
  )
}

/**
 * The choice of files, and the list in which the script shows them. A browser names an empty choice in its own language,
 * so the script lays our words over it. The input stays in place without a colour: it takes clicks, keys and dropped files.
 */
function PicturesInput({ shared }: { shared: object }) {
  const { pick, nonePicked, remove } = orderWords[useSite().language].sending
  return (
    <>
      <div className="order-pick">
        {/* Without `capture`, a phone offers its screenshots and not only its camera. */}
        <input
          className="box order-files"
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,application/pdf"
          {...shared}
        />
        <div className="box order-picked">
          <span aria-hidden="true">{pick}</span>
          <output data-proof="picked">{nonePicked}</output>
        </div>
      </div>
      <ul className="order-thumbs" data-proof="thumbs" data-remove={remove(0)} hidden />
    </>
  )
}

/** The button to the form, beside the one to the accounts. */
export function PaidButton({ order }: { order: OrderPage }) {
  const words = orderWords[useSite().language].sending
  if (order.next === null) return null
  return (
    <a className="btn big" href={`#${proofAnchor}`}>
      {words.title}
    </a>
  )
}

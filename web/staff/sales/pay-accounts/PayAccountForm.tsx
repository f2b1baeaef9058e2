import { type Control, useWatch } from 'react-hook-form'

import {
  needsBankOrWallet,
  type PayAccountKind,
  payAccountKinds,
  payCurrencies,
  readAccountNumber,
} from '../../../../contract/pay-accounts/pay-account-rules.ts'
import { PayAccountInput, type PayAccountRow, payAccounts } from '../../../../contract/pay-accounts/pay-accounts.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import {
  PasswordField,
  RecordField,
  SelectField,
  StatusField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { PictureChoice } from '../../../ui/form/PictureField.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { accountTypeChoice } from '../../shared/choices.ts'
import { QrPictureField } from './QrPictureField.tsx'

const AccountForm = PayAccountInput.extend({ qr: PictureChoice })
const NewAccountForm = AccountForm.omit({ status: true })
type Values = z.input<typeof NewAccountForm>
type Picture = z.infer<typeof PictureChoice>

const told = 'All administrators are told.'
const filesOf = (qr: Picture) => (qr instanceof File ? { qr: [qr] } : {})
const bodyFor = (qr: Picture) => (qr === 'removed' ? { qr: '' } : {})

/** Returns what the contract's schema cannot find: problems that depend on the kind of account. */
function findProblems({ kind, bankOrWallet, number }: Pick<Values, 'kind' | 'bankOrWallet' | 'number'>) {
  const read = number?.trim() ? readAccountNumber(kind, number) : null
  return [
    ...(read && 'problem' in read ? [{ field: 'number', message: read.problem } as const] : []),
    ...(needsBankOrWallet(kind) && !bankOrWallet?.trim()
      ? [{ field: 'bankOrWallet', message: 'Enter the name of the bank or wallet' } as const]
      : []),
  ]
}

/** Creates an account into which buyers pay. */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  const write = useWrite(payAccounts.create)
  const start = {
    kind: 'GCash',
    holder: '',
    number: '',
    currency: 'PHP',
    referencesRepeat: false,
    currentPassword: '',
    qr: null,
  } as const
  const form = useRecordForm(NewAccountForm, start, findProblems)
  return (
    <RecordForm
      title="Create Payment Account"
      action="Create Payment Account"
      form={form}
      write={write}
      save={({ qr, ...body }) => write.mutateAsync({ body, files: filesOf(qr) })}
      done={['Payment Account Created!', `Buyers see it from now on. ${told}`]}
      onClose={onClose}
    >
      <AccountFields control={form.control} account={null} />
    </RecordForm>
  )
}

/** Edits an account into which buyers pay. */
export function EditAccount({ account, onClose }: { account: PayAccountRow; onClose: () => void }) {
  const id = account.payAccountID
  const write = useWrite(payAccounts.update)
  const form = useRecordForm(AccountForm, { ...account, currentPassword: '', qr: null }, findProblems)
  return (
    <RecordForm
      title="Edit Payment Account"
      action="Update Payment Account"
      form={form}
      write={write}
      save={({ qr, ...body }, updatedAt) =>
        write.mutateAsync({ id, body: { ...body, ...bodyFor(qr), updatedAt }, files: filesOf(qr) })
      }
      stored={{
        record: account,
        reload: async () => ({
          ...(await call(payAccounts.get, { id })).data,
          qr: null,
          // The comparison of both versions is not about the password, which stays as it was typed.
          currentPassword: form.form.getValues('currentPassword'),
        }),
      }}
      done={['Payment Account Updated!', `Buyers see the account like this from now on. ${told}`]}
      onClose={onClose}
    >
      <AccountFields control={form.control} account={account} />
      <StatusField control={form.control} name="status" />
    </RecordForm>
  )
}

const kindOptions = payAccountKinds.map((kind) => ({ value: kind, label: kind }))
const currencyLabels = { PHP: 'Pesos (PHP)', JPY: 'Yen (JPY)', USD: 'US dollars (USD)' }
const currencyOptions = payCurrencies.map((currency) => ({ value: currency, label: currencyLabels[currency] }))

const numberHints: Record<PayAccountKind, string> = {
  'Bank transfer': 'As the bank prints it.',
  GCash: 'The mobile number of the account.',
  Maya: 'The mobile number of the account.',
  'Other e-wallet': 'A phone number, an email or a user name.',
  'Card link': 'The address of the page on which a buyer pays by card.',
}

function AccountFields({ control, account }: { control: Control<Values>; account: PayAccountRow | null }) {
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <div className="two">
        <SelectField control={control} name="kind" required options={kindOptions} />
        <SelectField control={control} name="currency" required options={currencyOptions} />
      </div>
      {needsBankOrWallet(kind) && <TextField control={control} name="bankOrWallet" required />}
      <TextField control={control} name="holder" required hint="The name that a buyer sees before sending." />
      <TextField control={control} name="number" required hint={numberHints[kind]} />
      <QrPictureField control={control} name="qr" account={account} />
      <TextAreaField control={control} name="note" hint="Buyers read it with the account." />
      <RecordField
        control={control}
        name="paymentTypeID"
        required
        hint="A payment into this account is of this type."
        {...accountTypeChoice}
        {...(account && { current: { value: account.paymentTypeID, label: account.paymentTypeName } })}
      />
      <SwitchField
        control={control}
        name="referencesRepeat"
        hint="The bank gives a reference to several transfers, such as the sender's name: then the day and the amount count too."
      />
      <PasswordField
        control={control}
        name="currentPassword"
        required
        autoComplete="current-password"
        hint="Your own password, each time: an exchanged account takes the money of every buyer."
      />
    </>
  )
}

import { drawerMovements, MovementInput } from '../../../../contract/drawers/closing.ts'
import {
  cashOutLimitOf,
  drawerCurrencies,
  formatCash,
  type MovementDirection,
} from '../../../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../../../contract/drawers/drawer-sessions.ts'
import { useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useSettings } from '../../../lib/settings.ts'
import { NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { currencyWords, describeMovement, formatMoved, reasonsFor } from './drawerWords.ts'

type Session = Pick<DrawerSessionRow, 'drawerSessionID' | 'number' | 'drawerName' | 'countsYen'>
const currencies = drawerCurrencies.map((value) => ({ value, label: currencyWords[value] }))

/** Enters cash that comes into an open drawer or goes out of it, and is no payment. */
export function MovementForm({
  session: { drawerSessionID, number, drawerName, countsYen },
  kind,
  onClose,
}: {
  session: Session
  kind: MovementDirection
  onClose: () => void
}) {
  const write = useWrite(drawerMovements.enter)
  const form = useRecordForm(MovementInput, { kind, currency: 'PHP', note: '' })
  const [currency = 'PHP', reason] = form.form.watch(['currency', 'reason'])
  const limit = useCashOutLimit()
  const isIn = kind === 'cash_in'
  const title = isIn ? 'Cash in' : 'Cash out'
  return (
    <RecordForm
      title={`${title}, ${drawerName}`}
      action={`Enter ${title.toLowerCase()}`}
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id: drawerSessionID, body })}
      done={[`${title} Entered!`, `It counts in ${number} of ${drawerName}.`]}
      size={480}
      onClose={onClose}
    >
      <div className={countsYen ? 'two' : undefined}>
        <NumberField
          control={form.control}
          name="amount"
          required
          prefix={currency === 'JPY' ? '¥' : '₱'}
          places={currency === 'JPY' ? 0 : 2}
          {...(!isIn &&
            limit !== null && {
              hint: `More than ${formatCash(currency, cashOutLimitOf(currency, limit))} needs a Manager.`,
            })}
        />
        {countsYen && <SelectField control={form.control} name="currency" options={currencies} />}
      </div>
      <SelectField control={form.control} name="reason" required options={reasonsFor(kind)} />
      <TextField control={form.control} name="note" required={reason === 'other'} />
    </RecordForm>
  )
}

/** Returns the largest cash out of this person, in pesos; null without a limit. */
function useCashOutLimit(): number | null {
  const settings = useSettings()
  return may(useAccount(), 'drawers.approve') ? null : (settings?.cashOutLimit ?? null)
}

/** Takes a wrong movement back by a counter-row. Both rows stay. */
export function TakeMovementBack({
  movement,
  onClose,
}: {
  movement: DrawerSessionRow['movements'][number]
  onClose: () => void
}) {
  const write = useWrite(drawerMovements.takeBack)
  const form = useRecordForm(drawerMovements.takeBack.body, { note: '' })
  return (
    <RecordForm
      title={`Take ${formatMoved(movement)} back`}
      action="Take back"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id: movement.movementID, body })}
      done={['Movement Taken Back!', 'Both rows stay in the report of the drawer.']}
      size={480}
      onClose={onClose}
    >
      <p className="hint">{describeMovement(movement)}. A counter-row takes it back once; neither row goes away.</p>
      <TextField control={form.control} name="note" required hint="Why it is taken back." />
    </RecordForm>
  )
}

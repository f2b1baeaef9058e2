import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'

import { timeIn } from '../../../contract/shared/dates.ts'
import { labelOf } from '../../../contract/shared/zod.ts'
import { momentAt } from '../../lib/days.ts'
import { formatMoment, today } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { DateBox } from '../DateBox.tsx'
import { type Field, useField } from './textFields.tsx'

/** A field for a moment: a day and a time of day in the shop's time zone. The form receives ISO text or null. */
export function MomentField<T extends FieldValues>({
  onPick,
  ...common
}: Field<T> & {
  /** Receives the moment and the one before it, when both are complete. */
  onPick?: (moment: string, before: string) => void
}) {
  const timeZone = useTimeZone()
  const { field, props } = useField(common, (value) => (isMoment(value) ? formatMoment(value, timeZone) : ''))
  const { value, onChange, ...rest } = field
  const [typed, setTyped] = useState<{ day: string | null; time: string } | null>(null)
  // A moment that another field or another person sets replaces the typed text.
  const shown = typed && momentOf(typed, timeZone) === (value ?? null) ? typed : partsOf(value, timeZone)
  const label = common.label ?? labelOf([common.name])

  function change(parts: { day: string | null; time: string }) {
    const next = momentOf(parts, timeZone)
    setTyped(parts)
    onChange(next)
    if (isMoment(next) && isMoment(value)) onPick?.(next, value)
  }
  return (
    <div className="moment-field">
      <DateBox {...rest} {...props} value={shown.day} onChange={(day) => change({ ...shown, day })} />
      <TextInput
        type="time"
        label="Time"
        aria-label={`Time of ${label.toLowerCase()}`}
        required={props.required}
        readOnly={props.readOnly}
        error={props.error !== undefined && props.error !== ''}
        value={shown.time}
        onBlur={rest.onBlur}
        onChange={(event) => change({ ...shown, time: event.currentTarget.value })}
      />
    </div>
  )
}

const isMoment = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)

const partsOf = (value: unknown, timeZone: string) =>
  isMoment(value)
    ? { day: today(timeZone, new Date(value)), time: timeIn(timeZone, new Date(value)) }
    : { day: null, time: '' }

/** Returns the moment of the parts; null unless both are complete. */
const momentOf = ({ day, time }: { day: string | null; time: string }, timeZone: string) =>
  momentAt(day ?? '', time, timeZone)

import { Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { useController, type Control, type DefaultValues } from 'react-hook-form'

import { LiveInput, type LiveRow, lives } from '../../../../contract/live/lives.ts'
import { platforms } from '../../../../contract/sales/buyers.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSettings, useTimeZone } from '../../../lib/settings.ts'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { RecordField, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { MomentField } from '../../../ui/form/MomentField.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { locationChoice, transactionTypeChoice } from '../../shared/choices.ts'
import { lineChoices } from '../../shared/waitingLine.ts'
import { suggestTimes } from './planRules.ts'

type Ends = { onPlanned: (liveID: number) => void; onClose: () => void }

/** Plans a live. Its pieces follow on its own page. Its line is at first as long as the settings say. */
export function CreateLive(ends: Ends) {
  const settings = useSettings()
  return settings && <NewLive lineLength={settings.liveLineLength} {...ends} />
}

function NewLive({ lineLength, onPlanned, onClose }: Ends & { lineLength: number }) {
  const timeZone = useTimeZone()
  const write = useWrite(lives.create)
  const plannedID = useRef<number>(null)
  const [times] = useState(() => suggestTimes(new Date(), timeZone))
  const form = useRecordForm(
    LiveInput,
    {
      liveName: '',
      platforms: [],
      ...times,
      locationID: null,
      transactionTypeID: null,
      lineLength,
      remarks: '',
    } as unknown as DefaultValues<LiveInput>, // An empty field of a form is null.
    findTimeProblem,
  )
  return (
    <RecordForm
      title="Plan a Live"
      action="Plan Live"
      form={form}
      write={write}
      save={async (body) => {
        plannedID.current = (await write.mutateAsync({ body })).data.liveID
      }}
      done={['Live Planned!', 'Now choose the pieces that you show in it.']}
      onClose={() => {
        onClose()
        if (plannedID.current !== null) onPlanned(plannedID.current)
      }}
    >
      <LiveFields {...form} stored={null} />
    </RecordForm>
  )
}

export function EditLive({ live, onClose }: { live: LiveRow; onClose: () => void }) {
  const id = live.liveID
  const write = useWrite(lives.update)
  const form = useRecordForm(LiveInput, live, findTimeProblem)
  return (
    <RecordForm
      title="Edit Live"
      action="Update Live"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: live, reload: async () => (await call(lives.get, { id })).data }}
      done={['Live Updated!', 'The live has been successfully updated.']}
      onClose={onClose}
    >
      <LiveFields {...form} stored={live} />
    </RecordForm>
  )
}

/** Says early what the server says about times in the wrong order. */
const findTimeProblem = ({ plannedStart, expectedEnd }: Partial<LiveInput>) =>
  plannedStart && expectedEnd && expectedEnd <= plannedStart
    ? [{ field: 'expectedEnd' as const, message: 'The expected end is after the planned start' }]
    : []

function LiveFields({ form, control, stored }: FormOf<typeof LiveInput> & { stored: LiveRow | null }) {
  const isFixed = stored !== null && stored.status !== 'Planned'
  /** Moves the end with the start, so that the live keeps its length. */
  function moveEnd(start: string, before: string) {
    const end = form.getValues('expectedEnd')
    const moved = new Date(Date.parse(end) + Date.parse(start) - Date.parse(before))
    if (end) form.setValue('expectedEnd', moved.toISOString(), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <TextField control={control} name="liveName" required />
      <PlatformsField control={control} />
      <div className="two">
        <MomentField control={control} name="plannedStart" required onPick={moveEnd} />
        <MomentField control={control} name="expectedEnd" required />
      </div>
      <div className="two">
        <RecordField
          control={control}
          name="locationID"
          label="Location"
          required
          readOnly={isFixed}
          {...locationChoice}
          query={{ status: 'true' }}
          current={stored && { value: stored.locationID, label: stored.locationName }}
          {...(isFixed && { hint: 'Stays, because the live has started' })}
        />
        <RecordField
          control={control}
          name="transactionTypeID"
          required
          readOnly={isFixed}
          {...transactionTypeChoice}
          current={stored && { value: stored.transactionTypeID, label: stored.transactionName }}
          {...(isFixed && { hint: 'Stays, because the live has started' })}
        />
      </div>
      <SelectField
        control={control}
        name="lineLength"
        required
        hint="How many may wait behind the winner of a piece. Settings holds that of a new live."
        options={lineChoices}
      />
      <TextAreaField control={control} name="remarks" />
    </>
  )
}

/** The platforms on which the live is shown. */
function PlatformsField({ control }: { control: Control<LiveInput> }) {
  const { field, fieldState } = useController({ control, name: 'platforms' })
  useFieldName('platforms', 'Platforms', (value) => (Array.isArray(value) ? value.join(', ') : ''))
  return (
    <Checkbox.Group
      label="Platforms"
      required
      value={field.value}
      error={
        fieldState.error && (
          <span className="err">
            <AlertIcon /> {fieldState.error.message}
          </span>
        )
      }
      onChange={(chosen) => field.onChange(platforms.filter((platform) => chosen.includes(platform)))}
    >
      <div className="live-platforms">
        {platforms.map((platform) => (
          <Checkbox key={platform} value={platform} label={platform} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

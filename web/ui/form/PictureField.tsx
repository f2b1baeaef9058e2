import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type Control, useController } from 'react-hook-form'

import { z } from '../../../contract/shared/zod.ts'
import { pictureTypes, findPictureProblem, useObjectURL } from '../../lib/pictures.ts'
import { AlertIcon } from '../icons.tsx'
import { useFieldName } from './fieldNames.ts'

/**
 * The value of a picture field: a chosen file, 'removed' for the stored picture, or null to keep the stored picture.
 */
export const PictureChoice = z.union([z.instanceof(File), z.literal('removed')]).nullable()
type PictureChoice = z.infer<typeof PictureChoice>

/**
 * These return the parts of a request for a picture field: the new file, and the field that removes the stored picture.
 */
export const pictureFiles = (choice: PictureChoice) => (choice instanceof File ? { image_url: [choice] } : {})
export const pictureBody = (choice: PictureChoice) => (choice === 'removed' ? { image_url: '' } : {})

const describeChoice = (choice: unknown) =>
  choice instanceof File ? choice.name : choice === 'removed' ? 'Removed' : ''

/** A field for one picture, with a preview. `round` makes the preview round; `none` is shown without a picture. */
export function PictureField<T extends FieldValues>({
  control,
  name,
  label,
  stored,
  none,
  round = false,
}: {
  control: Control<T>
  name: FieldPath<T>
  label: string
  /** The address of the stored picture. */
  stored: string | null
  none: string
  round?: boolean
}) {
  const { value, ref, onChange } = useController({ control, name }).field
  const choice = (value ?? null) as PictureChoice
  useFieldName(name, label, describeChoice)
  const chosen = useObjectURL(choice instanceof File ? choice : null)
  const [refused, setRefused] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const labelID = useId()
  const shown = choice === null ? stored : chosen

  function choose(next: PictureChoice) {
    const refusal = next instanceof File ? findPictureProblem(next) : null
    setRefused(refusal)
    if (refusal === null) onChange(next)
  }

  return (
    <fieldset className="picture" aria-labelledby={labelID}>
      <div className={round ? 'frame round' : 'frame'}>
        {shown === null ? <span>{none}</span> : <img src={shown} alt={label} />}
      </div>
      <div>
        <span className="mantine-InputWrapper-label" id={labelID}>
          {label}
        </span>
        <div className="choices">
          <Button size="sm" ref={ref} onClick={() => chooser.current?.click()}>
            {shown === null ? 'Choose picture' : 'Change picture'}
          </Button>
          {choice === null && stored !== null && (
            <Button size="sm" variant="subtle" onClick={() => choose('removed')}>
              Remove
            </Button>
          )}
          {choice !== null && (
            <Button size="sm" variant="subtle" onClick={() => choose(null)}>
              Undo
            </Button>
          )}
        </div>
        <p className="err" role="alert">
          {refused !== null && (
            <>
              <AlertIcon /> {refused}
            </>
          )}
        </p>
      </div>
      <input
        ref={chooser}
        className="vh"
        type="file"
        tabIndex={-1}
        accept={pictureTypes.join(',')}
        aria-label={`${label} file`}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0] ?? null)
          event.currentTarget.value = '' // allows choosing the same file again
        }}
      />
    </fieldset>
  )
}

import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type Control, useController } from 'react-hook-form'

import { pictureTypes, refusalOf, useFileAddress } from '../lib/pictures.ts'
import { useFieldName } from './fieldNames.ts'
import { AlertIcon } from './icons.tsx'

/**
 * One picture: the form gets the chosen file, or null, which keeps the `stored` one. Shows what will be seen, round
 * where `round`, and `none` where there is nothing to see.
 */
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
  /** The address of the picture as it is kept now. */
  stored: string | null
  none: string
  round?: boolean
}) {
  const { value, ref, onChange } = useController({ control, name }).field
  const file = (value ?? null) as File | null
  useFieldName(name, label, (value) => (value instanceof File ? value.name : ''))
  const chosen = useFileAddress(file)
  const [refused, setRefused] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const labelID = useId()
  const shown = file ? chosen : stored

  function choose(next: File | null) {
    const refusal = next && refusalOf(next)
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
          {file && (
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
          event.currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
    </fieldset>
  )
}

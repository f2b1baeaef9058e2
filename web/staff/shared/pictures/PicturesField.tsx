import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'

import { pictureTypes } from '../../../lib/pictures.ts'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { AlertIcon } from '../../../ui/icons.tsx'
import { useFileDrop } from '../useFileDrop.ts'
import { PictureList } from './PictureList.tsx'
import { checkFiles, filesOf, createUniqueName, type Picture } from './pictures.ts'

const listNames = (value: unknown) => (value as Picture[]).map((picture) => picture.name).join(', ')

/** Edits an item's pictures: choose, drop, paste or photograph, reorder and remove. The first one is the cover. */
export function PicturesField({
  pictures,
  onChange,
  offered = [],
}: {
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
  /** Pictures of the original that the duplicate can use as well. */
  offered?: readonly Picture[]
}) {
  const id = useId()
  const choose = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  // The ref holds the current list, because the user can drop two files before the next render.
  const shown = useRef(pictures)
  useEffect(() => {
    shown.current = pictures
  }, [pictures])
  useFieldName('pictures', 'Pictures', listNames)
  const isDraggedOver = useFileDrop(add)
  const remainingOffers = offered.filter(({ key }) => pictures.every((picture) => picture.key !== key))

  function change(next: Picture[]) {
    shown.current = next
    onChange(next)
  }

  function add(files: readonly File[]) {
    if (files.length === 0) return
    const checked = checkFiles(files, filesOf(shown.current).length)
    setRefused(checked.refused)
    for (const file of checked.taken) {
      const url = URL.createObjectURL(file)
      change([...shown.current, { key: url, name: createUniqueName(file, shown.current), url, file }])
    }
  }

  function addOffered() {
    change([...shown.current, ...remainingOffers])
    choose.current?.focus()
  }

  const renderInput = (props: object, ref: typeof chooser) => (
    <input
      {...props}
      ref={ref}
      hidden
      type="file"
      accept={pictureTypes.join(',')}
      onChange={(event) => {
        add([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = '' // The same file can then be selected again.
      }}
    />
  )
  return (
    <fieldset className="part" aria-describedby={id}>
      <legend>Pictures</legend>
      <PictureList pictures={pictures} onChange={change} onEmpty={() => choose.current?.focus()} />
      <div className="drop" data-over={isDraggedOver || undefined}>
        <p id={id}>Drop or paste pictures here. Up to 10 at once, 10 MB each; the first is the cover.</p>
        <div>
          <Button size="sm" ref={choose} onClick={() => chooser.current?.click()}>
            Choose pictures
          </Button>
          <Button size="sm" className="camera" onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
          {remainingOffers.length > 0 && (
            <Button size="sm" onClick={addOffered}>
              {remainingOffers.length === 1 ? 'Take over 1 picture' : `Take over ${remainingOffers.length} pictures`}
            </Button>
          )}
        </div>
        {renderInput({ multiple: true }, chooser)}
        {renderInput({ capture: 'environment' }, camera)}
      </div>
      <div role="alert">
        {refused.map((reason) => (
          <p className="err" key={reason}>
            <AlertIcon /> {reason}
          </p>
        ))}
      </div>
    </fieldset>
  )
}

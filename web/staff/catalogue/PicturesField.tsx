import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { pictureTypes } from '../../lib/pictures.ts'
import { useFieldName } from '../../ui/fieldNames.ts'
import { AlertIcon, CloseIcon, NextIcon, PreviousIcon } from '../../ui/icons.tsx'
import { checkFiles, filesOf, moved, type Picture } from './pictures.ts'

const names = (value: unknown) => (value as Picture[]).map((picture) => picture.name).join(', ')

/** An item's pictures: chosen, dropped, pasted or taken with the camera; ordered and removed. The first is the cover. */
export function PicturesField({
  pictures,
  onChange,
}: {
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
}) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const [said, setSaid] = useState('')
  const [over, setOver] = useState(false)
  const focusNext = useRef<string | null>(null)
  // Two files dropped one right after the other must not undo each other.
  const shown = useRef(pictures)
  useEffect(() => {
    shown.current = pictures
  }, [pictures])
  useFieldName('pictures', 'Pictures', names)

  function change(next: Picture[]) {
    shown.current = next
    onChange(next)
  }

  function add(files: readonly File[]) {
    if (files.length === 0) return
    const checked = checkFiles(files, filesOf(shown.current).length)
    setRefused(checked.refused)
    const added = checked.taken.map((file) => {
      const url = URL.createObjectURL(file)
      return { key: url, name: file.name, url, file }
    })
    if (added.length > 0) change([...shown.current, ...added])
  }

  function move(from: number, to: number) {
    const picture = pictures[from]!
    focusNext.current = `${picture.key} ${to > from ? 'next' : 'previous'}`
    change(moved(pictures, from, to))
    setSaid(`${picture.name}: ${to + 1} of ${pictures.length}`)
  }

  function remove(at: number) {
    const neighbour = pictures[at + 1] ?? pictures[at - 1]
    focusNext.current = neighbour ? `${neighbour.key} remove` : null
    change(pictures.toSpliced(at, 1))
    setSaid(`${pictures[at]!.name} removed`)
    if (!neighbour) chooser.current?.focus()
  }

  // A button that was moved with its picture, or went with it, has lost the focus.
  useEffect(() => {
    if (focusNext.current === null) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const wanted = buttons.find((button) => button.dataset['focus'] === focusNext.current)
    const enabled = wanted?.disabled ? wanted.parentElement?.querySelector('button:enabled') : wanted
    if (enabled instanceof HTMLElement) enabled.focus()
    focusNext.current = null
  })

  // Wherever in the form they are dropped or pasted; a file dropped beside its place would open over the page.
  const take = useEffectEvent(add)
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDrag = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer!.files])
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    addEventListener('dragover', onDrag)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('dragover', onDrag)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
      removeEventListener('paste', onPaste)
    }
  }, [])

  const input = (props: object, ref: typeof chooser, label: string) => (
    <input
      {...props}
      ref={ref}
      className="vh"
      type="file"
      tabIndex={-1}
      accept={pictureTypes.join(',')}
      aria-label={label}
      onChange={(event) => {
        add([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = '' // so that the same file can be chosen again
      }}
    />
  )
  return (
    <fieldset className="part" aria-describedby={id}>
      <legend>Pictures</legend>
      {pictures.length > 0 && (
        <ul className="pictures" ref={list}>
          {pictures.map((picture, n) => (
            <li key={picture.key}>
              <img src={picture.url} alt={picture.name} width={118} height={118} />
              {n === 0 && <span className="cover">Cover</span>}
              <div>
                <button
                  type="button"
                  className="ib sm"
                  disabled={n === 0}
                  data-focus={`${picture.key} previous`}
                  aria-label={`Move ${picture.name} forward`}
                  onClick={() => move(n, n - 1)}
                >
                  <PreviousIcon />
                </button>
                <button
                  type="button"
                  className="ib sm"
                  disabled={n === pictures.length - 1}
                  data-focus={`${picture.key} next`}
                  aria-label={`Move ${picture.name} back`}
                  onClick={() => move(n, n + 1)}
                >
                  <NextIcon />
                </button>
                <button
                  type="button"
                  className="ib sm"
                  data-focus={`${picture.key} remove`}
                  aria-label={`Remove ${picture.name}`}
                  onClick={() => remove(n)}
                >
                  <CloseIcon />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="drop" data-over={over || undefined}>
        <p id={id}>Drop or paste pictures here. Up to 10 at once, 10 MB each; the first is the cover.</p>
        <div>
          <Button size="sm" onClick={() => chooser.current?.click()}>
            Choose pictures
          </Button>
          <Button size="sm" className="camera" onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
        </div>
        {input({ multiple: true }, chooser, 'Choose pictures')}
        {input({ capture: 'environment' }, camera, 'Take a photo')}
      </div>
      <div role="alert">
        {refused.map((reason) => (
          <p className="err" key={reason}>
            <AlertIcon /> {reason}
          </p>
        ))}
      </div>
      <output className="vh">{said}</output>
    </fieldset>
  )
}

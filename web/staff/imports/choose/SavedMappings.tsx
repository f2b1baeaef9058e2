import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import type { ImportKind } from '../../../../contract/imports/import-columns.ts'
import { importMappings } from '../../../../contract/imports/saved-mappings.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'

type Saved = Answer<typeof importMappings.list>['data'][number]

/** Lists the saved mappings of a kind, which can be renamed and deleted. */
export function SavedMappings({ kind }: { kind: ImportKind }) {
  const { data } = useQuery(readQuery(importMappings.list, { query: { kind } }))
  const all = data?.data ?? []
  if (all.length === 0) return null
  return (
    <section className="panel import-step" aria-label="Remembered files">
      <header>
        <h2>Remembered files</h2>
      </header>
      <p className="import-about">A file with much the same columns is read in the same way again.</p>
      <ul className="import-lines">
        {all.map((saved) => (
          <SavedMapping key={saved.importMappingID} saved={saved} />
        ))}
      </ul>
    </section>
  )
}

function SavedMapping({ saved }: { saved: Saved }) {
  const { importMappingID: id, mappingName, header, updatedAt } = saved
  const dialogs = useDialogs()
  const remove = useWrite(importMappings.remove)
  const rename = useWrite(importMappings.update)
  const [name, setName] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isRenaming = name !== null
  useEffect(() => {
    if (isRenaming) field.current?.focus()
  }, [isRenaming])

  async function forget() {
    const yes = await dialogs.confirm({
      title: 'Forget these columns?',
      text: `The next file like ${mappingName} will be read by its headings again.`,
      action: 'Forget',
      cancel: 'Keep',
      danger: true,
    })
    if (!yes) return
    try {
      await remove.mutateAsync({ id })
    } catch (error) {
      await dialogs.error('The columns stay', (error as Error).message)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name === null || name.trim() === '') return
    rename.mutate({ id, body: { mappingName: name.trim(), updatedAt } }, { onSuccess: () => setName(null) })
  }

  if (name !== null)
    return (
      <li>
        <form className="import-name" onSubmit={submit}>
          <TextInput
            size="sm"
            label="Name"
            ref={field}
            maxLength={60}
            value={name}
            error={rename.error?.message}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button size="sm" type="submit" disabled={rename.isPending || name.trim() === ''}>
            Save the name
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      </li>
    )
  return (
    <li>
      <div>
        <b>{mappingName}</b>
        <span className="below">{header.filter(Boolean).join(', ')}</span>
      </div>
      <div className="acts">
        <Button
          size="sm"
          aria-label={`Rename ${mappingName}`}
          onClick={() => {
            rename.reset()
            setName(mappingName)
          }}
        >
          Rename
        </Button>
        <Button
          size="sm"
          aria-label={`Forget ${mappingName}`}
          disabled={remove.isPending}
          onClick={() => void forget()}
        >
          Forget
        </Button>
      </div>
    </li>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'

import type { FieldNames } from './fieldNames.ts'
import { isSameValue } from './recordForm.ts'

/** Shows the user's version and the version that another user has saved first. The user chooses one of them. */
export function StaleRecord({
  own,
  other,
  names,
  onUseOther,
  onKeepOwn,
}: {
  own: Record<string, unknown>
  other: object
  names: FieldNames
  onUseOther: () => void
  onKeepOwn: () => void
}) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
    element.current?.querySelector('button')?.focus()
  }, [])
  const stored = other as Record<string, unknown>
  const differing = [...names].filter(([name]) => !isSameValue(own[name], stored[name]))
  return (
    <section className="stale" ref={element} aria-label="Changed by someone else">
      <p role="alert">
        {differing.length > 0
          ? 'This record was changed by someone else while you edited it. Which version shall stand?'
          : 'This record was saved by someone else while you edited it, with the same values as yours.'}
      </p>
      {differing.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(([name, { label, show }]) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>{show(own[name]) || '(empty)'}</td>
                <td>{show(stored[name]) || '(empty)'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <Button size="sm" onClick={onUseOther}>
          Use theirs
        </Button>
        <Button size="sm" onClick={onKeepOwn}>
          Keep mine
        </Button>
      </div>
    </section>
  )
}

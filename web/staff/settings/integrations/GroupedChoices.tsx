import './groupedChoices.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'

type Choice = { value: string; label: string; group: string }

/** Chooses some of many choices, which are grouped and can be searched. `noun` is the word for one of them. */
export function GroupedChoices({
  legend,
  hint,
  error,
  choices,
  chosen,
  noun,
  count,
  shortcut,
  onChange,
}: {
  legend: string
  /** Says what is chosen, while nothing is. */
  hint: string
  error?: string | undefined
  choices: readonly Choice[]
  chosen: readonly string[]
  noun: string
  /** Writes a number of choices, such as `3 calls`. */
  count: (number: number) => string
  /** A button that chooses these. */
  shortcut?: { label: string; values: readonly string[] }
  onChange: (chosen: string[]) => void
}) {
  const [search, setSearch] = useState('')
  const isChosen = new Set(chosen)
  const found = choices.filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(search.toLowerCase()))

  function choose(values: readonly string[], isAdded: boolean) {
    const next = new Set(chosen)
    for (const value of values) {
      if (isAdded) next.add(value)
      else next.delete(value)
    }
    onChange([...next])
  }

  return (
    <fieldset className="grouped-choices">
      <legend>{legend}</legend>
      <p>{chosen.length === 0 ? hint : `${count(chosen.length)} chosen.`}</p>
      <TextInput
        aria-label={`Search ${noun}s`}
        placeholder={`Search ${noun}s`}
        value={search}
        error={error}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <section className="grouped-list" aria-label={`${legend} by subject`}>
        {found.length === 0 && <p>No {noun} has these words.</p>}
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, ofGroup]) => (
          <Group
            key={group}
            name={group}
            choices={ofGroup}
            isChosen={isChosen}
            isOpen={search !== ''}
            count={count}
            choose={choose}
          />
        ))}
      </section>
      <div className="grouped-all">
        {shortcut && (
          <Button size="xs" variant="subtle" onClick={() => onChange([...shortcut.values])}>
            {shortcut.label}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          Choose none
        </Button>
      </div>
    </fieldset>
  )
}

function Group({
  name,
  choices,
  isChosen,
  isOpen,
  count,
  choose,
}: {
  name: string
  choices: readonly Choice[]
  isChosen: ReadonlySet<string>
  isOpen: boolean
  count: (number: number) => string
  choose: (values: readonly string[], isAdded: boolean) => void
}) {
  const number = choices.filter(({ value }) => isChosen.has(value)).length
  return (
    <details open={isOpen || undefined}>
      <summary>
        {name}
        <small>{number === 0 ? count(choices.length) : `${number} of ${count(choices.length)}`}</small>
      </summary>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          size="xs"
          label={label}
          checked={isChosen.has(value)}
          onChange={(event) => choose([value], event.currentTarget.checked)}
        />
      ))}
    </details>
  )
}

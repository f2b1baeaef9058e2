import { Highlight, Modal } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { useFocusBack } from '../../ui/dialog/Dialog.tsx'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import type { Screen } from '../navigation/screens.ts'
import { type Choice, groupsOf, opensAtOnce } from './groups.ts'
import { useHits } from './useHits.ts'

import './search.css'

type Props = {
  reachable: readonly Screen[]
  /** Whether records are searched too: not for people without a role. */
  records: boolean
  onClose: () => void
}

/** The search over everything: a field, and a list of what it finds that arrow keys walk through. */
export function SearchDialog({ reachable, records, onClose }: Props) {
  const phone = usePhone()
  useFocusBack()
  return (
    <Modal
      opened
      returnFocus={false}
      onClose={onClose}
      withCloseButton={false}
      fullScreen={phone}
      size={600}
      centered={false}
      yOffset={80}
      padding={0}
      zIndex={400}
      attributes={{ content: { 'aria-label': 'Search' } }}
      classNames={{ content: 'search-dialog' }}
    >
      <SearchPanel reachable={reachable} records={records} onClose={onClose} />
    </Modal>
  )
}

function SearchPanel({ reachable, records, onClose }: Props) {
  const navigate = useNavigate()
  const listID = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** The text for which Enter was pressed before its answer came: a scanner does not wait. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const found = useHits(records ? text : '')
  const groups = groupsOf(text, reachable, found.hits)
  const choices = groups.flatMap((group) => group.choices)
  const current = choices[Math.min(active, choices.length - 1)]

  function type(value: string) {
    setText(value)
    setActive(0)
    setAwaited(null)
  }
  function go({ link }: Choice) {
    onClose()
    void navigate(link)
  }
  const goTo = useEffectEvent(go)
  useEffect(() => {
    if (awaited === null || !found.answered) return
    const only = opensAtOnce(found.hits)
    if (only) goTo(only)
  }, [awaited, found.answered, found.hits])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter that ends the writing of Japanese is no choice.
    if (event.nativeEvent.isComposing) return
    // The screen below has keys of its own: F9 here completes no sale.
    if (/^F\d/.test(event.key)) event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (choices.length > 0) setActive((Math.min(active, choices.length - 1) + step + choices.length) % choices.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (current) return go(current)
    if (found.answered || !records) return
    setAwaited(text)
    found.askNow()
  }

  return (
    <>
      <div className="search-field">
        <SearchIcon />
        <input
          role="combobox"
          aria-label="Search"
          aria-expanded={choices.length > 0}
          aria-controls={listID}
          aria-autocomplete="list"
          aria-activedescendant={current && optionID(listID, current)}
          data-autofocus
          placeholder={records ? 'Items, sales, customers, suppliers, orders, screens' : 'Screens'}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="ib" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {choices.length > 0 && (
        <FoundList
          listID={listID}
          groups={groups}
          current={current}
          text={text.trim()}
          onPoint={(choice) => setActive(choices.indexOf(choice))}
          onGo={onClose}
        />
      )}
      <State text={text.trim()} found={found} count={choices.length} />
    </>
  )
}

const optionID = (listID: string, { link }: Choice) => `${listID}-${link}`

/** The found records and screens in groups; the current one is kept in sight. */
function FoundList({
  listID,
  groups,
  current,
  text,
  onPoint,
  onGo,
}: {
  listID: string
  groups: ReturnType<typeof groupsOf>
  current: Choice | undefined
  text: string
  onPoint: (choice: Choice) => void
  onGo: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    // A browser's own select can hold no links, and does not stay open beside the field.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={list} id={listID} role="listbox" aria-label="Found" className="search-list">
      {groups.map((group) => (
        // No HTML element is a group of options outside of a browser's own select.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={group.name} role="group" aria-label={group.name}>
          <h3 aria-hidden="true">{group.name}</h3>
          {group.choices.map((choice) => (
            <Option
              key={choice.link}
              id={optionID(listID, choice)}
              choice={choice}
              text={text}
              selected={choice === current}
              onPoint={() => onPoint(choice)}
              onGo={onGo}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Option({
  id,
  choice: { title, detail, link, icon: Icon },
  text,
  selected,
  onPoint,
  onGo,
}: {
  id: string
  choice: Choice
  text: string
  selected: boolean
  onPoint: () => void
  onGo: () => void
}) {
  // The field keeps the focus; a link, so that it opens in another tab too.
  const attributes: Partial<ComponentProps<typeof Link>> = {
    role: 'option',
    tabIndex: -1,
    'aria-selected': selected,
    onMouseDown: (event) => event.preventDefault(),
    onMouseMove: onPoint,
    onClick: ({ metaKey, ctrlKey, shiftKey }) => {
      if (!metaKey && !ctrlKey && !shiftKey) onGo()
    },
  }
  return (
    <Link id={id} to={link} className="search-option" {...attributes}>
      <Icon />
      <Highlight component="span" className="title" highlight={text}>
        {title}
      </Highlight>
      {detail !== '' && (
        <Highlight component="span" className="detail" highlight={text}>
          {detail}
        </Highlight>
      )}
    </Link>
  )
}

/** How the search stands, in words: also for who cannot see the list. */
function State({ text, found, count }: { text: string; found: ReturnType<typeof useHits>; count: number }) {
  if (found.error)
    return (
      <div className="search-state" role="alert">
        <span>Error: {found.error.message}</span>
        <button type="button" className="link" onClick={found.askAgain}>
          Try again
        </button>
      </div>
    )
  return (
    <output className="search-state">
      {!found.answered && 'Searching…'}
      {found.answered && count === 0 && `Nothing found for ‹${text}›`}
      {found.answered && count > 0 && <span className="vh">{count === 1 ? '1 result' : `${count} results`}</span>}
    </output>
  )
}

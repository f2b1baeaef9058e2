import { Highlight, Modal } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { useFocusRestore } from '../../ui/dialog/Dialog.tsx'
import { FailureText } from '../../ui/FailureText.tsx'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import type { Screen } from '../navigation/screens.ts'
import { useMarginShown } from '../shared/useMarginShown.ts'
import { type Choice, groupResults, findOnlyMatch } from './groups.ts'
import type { EarlyKeys } from './Search.tsx'
import { useSearchHits } from './useSearchHits.ts'

import './search.css'

type Props = {
  reachable: readonly Screen[]
  /** Whether records are searched too. Users without a role find only screens. */
  records: boolean
  /** Returns the keys that were pressed before the field had the focus. */
  takeTyped: () => EarlyKeys
  onClose: () => void
}

/** Searches screens and records: a field, and a list of results for the arrow keys. */
export function SearchDialog(props: Props) {
  const { onClose } = props
  const phone = usePhone()
  useFocusRestore()
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
      <SearchPanel {...props} />
    </Modal>
  )
}

function SearchPanel({ reachable, records, takeTyped, onClose }: Props) {
  const navigate = useNavigate()
  const listID = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** The text that was submitted with Enter before its results arrived. A scanner does not wait for them. */
  const [submittedText, setSubmittedText] = useState<string | null>(null)
  const found = useSearchHits(records ? text : '')
  const [showsMargin] = useMarginShown()
  const hits = showsMargin ? found.hits : found.hits.map((hit) => ({ ...hit, margin: null }))
  const groups = groupResults(text, reachable, hits)
  const choices = groups.flatMap((group) => group.choices)
  const current = choices[Math.min(active, choices.length - 1)]

  function changeText(value: string) {
    setText(value)
    setActive(0)
    setSubmittedText(null)
  }
  function openChoice({ link, open }: Choice) {
    onClose()
    if (open) open()
    else void navigate(link)
  }
  const goTo = useEffectEvent(openChoice)
  useEffect(() => {
    if (submittedText === null || !found.answered) return
    const only = findOnlyMatch(found.hits)
    if (only) goTo(only)
  }, [submittedText, found.answered, found.hits])

  function onFocus() {
    const early = takeTyped()
    const typed = text + early.text
    setText(typed)
    if (!early.isSubmitted) return
    const first = groupResults(typed, reachable, [])[0]?.choices[0]
    if (first) openChoice(first)
    else setSubmittedText(typed)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // This Enter only confirms the text of an input method, for example for Japanese.
    if (event.nativeEvent.isComposing) return
    // The screen below the dialog has its own shortcuts. F9 must not complete a sale from here.
    if (/^F\d/.test(event.key)) event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (choices.length > 0) setActive((Math.min(active, choices.length - 1) + step + choices.length) % choices.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (current) return openChoice(current)
    if (found.answered || !records) return
    setSubmittedText(text)
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
          onFocus={onFocus}
          onChange={(event) => changeText(event.currentTarget.value)}
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
      <SearchState text={text.trim()} found={found} count={choices.length} />
    </>
  )
}

const optionID = (listID: string, { link }: Choice) => `${listID}-${link}`

/** Lists the results in groups and scrolls the current one into view. */
function FoundList({
  listID,
  groups,
  current,
  text,
  onPoint,
  onGo,
}: {
  listID: string
  groups: ReturnType<typeof groupResults>
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
    // A native select cannot contain links or stay open beside the field.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={list} id={listID} role="listbox" aria-label="Found" className="search-list">
      {groups.map((group) => (
        // HTML has no element for a group of options outside a native select.
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
  choice: { title, detail, link, icon: Icon, open },
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
  // The field keeps the focus. Options are links, so that they can open in a new tab.
  const attributes: Partial<ComponentProps<typeof Link>> = {
    role: 'option',
    tabIndex: -1,
    'aria-selected': selected,
    onMouseDown: (event) => event.preventDefault(),
    onMouseMove: onPoint,
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      onGo()
      if (!open) return
      event.preventDefault()
      open()
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

/** Announces the state of the search, also to screen readers. */
function SearchState({ text, found, count }: { text: string; found: ReturnType<typeof useSearchHits>; count: number }) {
  if (found.error)
    return (
      <div className="search-state" role="alert">
        <FailureText error={found.error} />
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

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { type ItemRow, items } from '../../../../contract/catalogue/items.ts'
import { type QuestionRow, questions } from '../../../../contract/people/questions.ts'
import { transactionTypes } from '../../../../contract/sales/transaction-types.ts'
import { englishNames } from '../../../../contract/shared/languages.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { call } from '../../../lib/api.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useSettings, useTimeZone } from '../../../lib/settings.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { Thumb } from '../../../ui/Thumb.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ItemAssay } from '../../catalogue/ItemAssay.tsx'
import { createMadeToOrderDraft } from '../../sales/till/state/draftBeginnings.ts'
import { useTillPlace } from '../../sales/till/state/tillPlace.ts'
import { formatAmount } from '../../shared/stock.ts'
import { MarkUnread, Reader } from './Reader.tsx'
import { replyTextOf, replyWaysOf } from './reply.ts'

/** Shows a visitor's question, with actions to reply or start a sale. */
export function OpenQuestion({ question }: { question: QuestionRow }) {
  const timeZone = useTimeZone()
  const companyName = useSettings()?.companyName ?? ''
  const availability = useAvailability(question)
  const reply = useRef<HTMLAnchorElement>(null)
  const isCovered = useDialogOpen()
  const ways = replyWaysOf(question, companyName, availability)
  useShortcuts(
    'This question',
    [{ key: 'r', what: ways[0]?.label ?? 'Reply', run: () => reply.current?.click(), notTyping: true }],
    !isCovered && ways.length > 0,
  )
  const { item, itemID, name, email, contact, text, language, createdAt, notificationID, unread } = question
  const contactText = email ?? contact
  return (
    <Reader title={`Question about ${item?.itemName ?? 'the shop'}`} notificationID={notificationID} unread={unread}>
      <div className="meta">
        <Thumb src={null} name={name} small />
        <span>
          <b>{name}</b>
          {contactText !== name && <span className="breaks">{contactText}</span>}
        </span>
        <span className="asked">
          <time dateTime={createdAt}>{formatMoment(createdAt, timeZone)}</time>
          <span>in {englishNames[language]}</span>
        </span>
      </div>
      {item && itemID !== null && <AskedItem itemID={itemID} item={item} availability={availability} />}
      <p className="words" lang={language}>
        {text}
      </p>
      <div className="ways">
        {itemID !== null && <StartSale question={question} itemID={itemID} />}
        {ways.map(({ label, address }, n) => (
          <Button
            key={label}
            component="a"
            {...(n === 0 && { ref: reply, title: 'R' })}
            href={address}
            variant={itemID === null && n === 0 ? 'filled' : 'default'}
          >
            {label}
          </Button>
        ))}
        {email === null && <CopyReply text={replyTextOf(question, availability)} />}
        <MarkAnswered question={question} />
        {notificationID !== null && <MarkUnread notificationID={notificationID} />}
      </div>
      <AnswerNote question={question} timeZone={timeZone} />
    </Reader>
  )
}

/** Copies the reply. The links of a phone, LINE and Messenger carry no text. */
function CopyReply({ text }: { text: string }) {
  async function copy() {
    const copied = await copyText(text)
    if (copied) toasts.success('The reply is copied')
    else toasts.error('This browser does not let the page copy')
  }
  return <Button onClick={() => void copy()}>Copy reply</Button>
}

/** Returns what the shop has of the asked piece; null without a piece, and while it is unknown. */
function useAvailability({ itemID }: QuestionRow): ItemRow | null {
  const { data } = useQuery({ ...readQuery(items.get, { id: itemID ?? 0 }), enabled: itemID !== null })
  return data?.data ?? null
}

/** Shows the item that the question is about, and what is available of it. */
function AskedItem({
  itemID,
  item,
  availability,
}: {
  itemID: number
  item: NonNullable<QuestionRow['item']>
  availability: ItemRow | null
}) {
  const { itemName, itemCode, price, image_url, image_focus } = item
  return (
    <div className="about">
      {image_url === null ? (
        <Thumb src={null} name={itemName} />
      ) : (
        <img className={focusClass(image_focus)} src={image_url} alt="" width={72} height={72} />
      )}
      <div>
        <b>{itemName}</b>
        <span className="num">
          {itemCode} · {formatPeso(price)}
        </span>
        <ItemAssay item={availability ?? item} />
        {availability && <span className="num">{describeStock(availability)}</span>}
      </div>
      <Button component={Link} to={recordPathOf(screens.items, itemID)} size="sm">
        Open item
      </Button>
    </div>
  )
}

/** Says what is available of a piece, or how long it takes to make one. */
function describeStock(item: ItemRow): string {
  if (item.available > 0) return `${formatAmount(item.available, item)} available`
  return item.leadTimeDays === null ? 'None in the shop' : `None in the shop, made in ${item.leadTimeDays} days`
}

/** Opens the till with a made-to-order sale of the item for the visitor. */
function StartSale({ question, itemID }: { question: QuestionRow; itemID: number }) {
  const navigate = useNavigate()
  const [{ locationID }] = useTillPlace()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const [{ startSale }, item, kinds] = await Promise.all([
        import('../../sales/till/state/localSales.ts'),
        call(items.get, { id: itemID }),
        call(transactionTypes.list, { query: { sort: 'transactionTypeID', pageSize: 100 } }),
      ])
      await startSale(createMadeToOrderDraft(question, item.data, kinds.data, locationID))
    },
    onSuccess: () => void navigate(`${screens.sales}?create=1`),
    onError: ({ message }) => toasts.error(message),
  })
  return (
    <Button variant="filled" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      Start a made-to-order sale
    </Button>
  )
}

function MarkAnswered({ question: { questionID, answeredAt } }: { question: QuestionRow }) {
  const { mutate, isPending } = useWrite(questions.answered)
  const answered = answeredAt === null
  function mark() {
    if (!isPending) mutate({ id: questionID, body: { answered } }, { onError: ({ message }) => toasts.error(message) })
  }
  const label = answered ? 'Mark as answered' : 'Mark as unanswered'
  const isCovered = useDialogOpen()
  useShortcuts('This question', [{ key: 'a', what: label, run: mark, notTyping: true }], !isCovered)
  return (
    <Button aria-disabled={isPending} title="A" onClick={mark}>
      {label}
    </Button>
  )
}

function AnswerNote({ question: { answeredAt, answeredBy }, timeZone }: { question: QuestionRow; timeZone: string }) {
  return (
    <output className="hint">
      {answeredAt !== null && `Answered by ${answeredBy ?? 'the shop'}, ${formatMoment(answeredAt, timeZone)}`}
    </output>
  )
}

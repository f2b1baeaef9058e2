import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'

import { items } from '../../../../contract/catalogue/items.ts'
import { type QuestionRow, questions } from '../../../../contract/people/questions.ts'
import { transactionTypes } from '../../../../contract/sales/transaction-types.ts'
import { englishNames } from '../../../../contract/shared/languages.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSettings, useTimeZone } from '../../../lib/settings.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { createMadeToOrderDraft } from '../../sales/till/state/draftBeginnings.ts'
import { useTillPlace } from '../../sales/till/state/tillPlace.ts'
import { MarkUnread, Reader } from './Reader.tsx'
import { replyAddressOf } from './reply.ts'

/** Shows a visitor's question, with actions to reply or start a sale. */
export function OpenQuestion({ question }: { question: QuestionRow }) {
  const timeZone = useTimeZone()
  const companyName = useSettings()?.companyName ?? ''
  const { item, itemID, name, email, text, language, createdAt, notificationID, unread } = question
  return (
    <Reader title={`Question about ${item?.itemName ?? 'the shop'}`} notificationID={notificationID} unread={unread}>
      <div className="meta">
        <Thumb src={null} name={name} small />
        <span>
          <b>{name}</b>
          <span className="breaks">{email}</span>
        </span>
        <span className="asked">
          <time dateTime={createdAt}>{formatMoment(createdAt, timeZone)}</time>
          <span>in {englishNames[language]}</span>
        </span>
      </div>
      <p className="words" lang={language}>
        {text}
      </p>
      {item && itemID !== null && <AskedItem itemID={itemID} item={item} />}
      <div className="ways">
        {itemID !== null && <StartSale question={question} itemID={itemID} />}
        <Button
          component="a"
          href={replyAddressOf(question, companyName)}
          variant={itemID === null ? 'filled' : 'default'}
        >
          Reply by email
        </Button>
        <MarkAnswered question={question} />
        {notificationID !== null && <MarkUnread notificationID={notificationID} />}
      </div>
      <AnswerNote question={question} timeZone={timeZone} />
    </Reader>
  )
}

/** Shows the item that the question is about. */
function AskedItem({ itemID, item }: { itemID: number; item: NonNullable<QuestionRow['item']> }) {
  const { itemName, itemCode, price, karat, image_url, image_focus } = item
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
        {karat && <Hallmark karat={karat} />}
      </div>
      <Button component={Link} to={recordPathOf(screens.items, itemID)} size="sm">
        Open item
      </Button>
    </div>
  )
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
  return (
    <Button
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending)
          mutate({ id: questionID, body: { answered } }, { onError: ({ message }) => toasts.error(message) })
      }}
    >
      {answered ? 'Mark as answered' : 'Mark as unanswered'}
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

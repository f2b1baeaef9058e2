import './messages.css'
import { Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { messages } from '../../../../contract/sales/messages.ts'
import { englishNames, type Language, languages } from '../../../../contract/shared/languages.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { FailureText } from '../../../ui/FailureText.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { MessageList } from './MessageList.tsx'

const choices = languages.map((value) => ({ value, label: englishNames[value] }))

/** Shows a customer's language, whether the customer wants messages, and every message. */
export function CustomerMessages({ id }: { id: number }) {
  const { data, error, isFetching } = useQuery(readQuery(messages.ofCustomer, { id }))
  const write = useWrite(messages.choose)
  if (error) return <FailureText error={error} role="alert" />
  if (!data) return null
  // Until the stored choice is read again, the controls show the choice that is being saved.
  const isSaving = write.isPending || (write.isSuccess && isFetching)
  const { language, refused } = (isSaving && write.variables?.body) || data.data
  const choose = (choice: { language: Language | null; refused: boolean }) =>
    write.mutate({ id, body: choice }, { onError: (failure) => toasts.error(failure.message) })
  return (
    <section className="panel record-facts customer-messages" aria-label="Messages">
      <h2>Messages</h2>
      <div className="messages-choice">
        <Select
          label="Language"
          placeholder="The shop’s language for customers"
          data={choices}
          value={language}
          clearable
          onChange={(value) => choose({ language: value, refused })}
        />
        <Switch
          label="No messages"
          checked={refused}
          onChange={(event) => choose({ language, refused: event.currentTarget.checked })}
        />
      </div>
      <MessageList messages={data.data.messages} showSale />
    </section>
  )
}

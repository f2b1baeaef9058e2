import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { LiveEvent } from '../../../../contract/events/events.ts'
import {
  fillIn,
  findUnknownPlaceholder,
  meaningOf,
  type MessageKind,
  messageKindNames,
  messageKinds,
  placeholdersOf,
  sampleValues,
} from '../../../../contract/sales/message-texts.ts'
import { messages, type MessageTemplate } from '../../../../contract/sales/messages.ts'
import { englishNames, type Language, languages } from '../../../../contract/shared/languages.ts'
import { call } from '../../../lib/api.ts'
import { useNews } from '../../../lib/news.ts'
import { useWrite } from '../../../lib/query.ts'
import { ChangedMeanwhile } from '../../../ui/form/ChangedMeanwhile.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { useTyped } from './useTyped.ts'

/** Edits the text of each message in each language, beside its preview. */
export function MessageTexts({
  templates,
  readAgain,
}: {
  templates: readonly MessageTemplate[]
  readAgain: () => Promise<void>
}) {
  const [kind, setKind] = useState<MessageKind>('orderConfirmation')
  const [language, setLanguage] = useState<Language>('en')
  const template = templates.find((one) => one.kind === kind && one.language === language)!
  return (
    <section aria-label="Texts">
      <h3>Texts</h3>
      <div className="message-fields">
        <Select
          label="Message"
          data={messageKindNames.map((value) => ({ value, label: messageKinds[value] }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(value as MessageKind)}
        />
        <Select
          label="Language"
          data={languages.map((value) => ({ value, label: englishNames[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage(value as Language)}
        />
      </div>
      <Text key={`${kind} ${language}`} template={template} readAgain={readAgain} />
    </section>
  )
}

function Text({ template, readAgain }: { template: MessageTemplate; readAgain: () => Promise<void> }) {
  const { kind, language, changed, updatedAt } = template
  const { values, change, forget } = useTyped(template)
  const { subject, body } = values
  const { news, forgetNews } = useTextNews(template)
  const save = useWrite(messages.saveTemplate)
  const reset = useWrite(messages.resetTemplate)
  const preview = fillIn({ subject, body }, sampleValues)
  const error = save.error ?? reset.error
  return (
    <>
      <ChangedMeanwhile
        news={news}
        onRead={async () => {
          await readAgain()
          save.reset()
          reset.reset()
          forgetNews()
        }}
      />
      <TextInput
        label="Subject"
        value={subject}
        maxLength={200}
        error={findUnknownPlaceholder(kind, subject)}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        value={body}
        maxLength={4000}
        autosize
        minRows={6}
        error={findUnknownPlaceholder(kind, body)}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
      <details className="message-placeholders">
        <summary>Placeholders</summary>
        <dl>
          {placeholdersOf(kind).map((one) => (
            <div key={one}>
              <dt>{`{${one}}`}</dt>
              <dd>{meaningOf(one)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {kind !== 'invoice' && (
        <p className="message-link-hint">
          By e-mail, a new link to the page of the order and its code follow this text. They are made when the mail is
          sent.
        </p>
      )}
      <h4>Preview</h4>
      <p className="message-preview" lang={language}>
        <b>{preview.subject}</b>
        {preview.body}
      </p>
      <p className="error-line" role="alert">
        {error && `Error: ${error.message}`}
      </p>
      <div className="message-buttons">
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              { body: { kind, language, subject, body, updatedAt } },
              { onSuccess: () => toasts.success('Text Saved!') },
            )
          }
        >
          Save text
        </Button>
        {changed && (
          <Button
            variant="subtle"
            loading={reset.isPending}
            onClick={() =>
              reset.mutate(
                { body: { kind, language, updatedAt } },
                {
                  onSuccess: () => {
                    forget()
                    toasts.success('Text Reset!')
                  },
                },
              )
            }
          >
            Reset to the default
          </Button>
        )}
      </div>
    </>
  )
}

/** Returns the last change of a text by others since it was read. An event names no text, so the texts are read for it. */
function useTextNews({ kind, language, updatedAt }: MessageTemplate) {
  const [news, setNews] = useState<LiveEvent | null>(null)
  useNews((events) => {
    const found = events.findLast(({ entity }) => entity === 'messageTemplate')
    if (!found) return
    const compare = async () => {
      const { data } = await call(messages.settings, {})
      const now = data.templates.find((one) => one.kind === kind && one.language === language)
      if (now?.updatedAt !== updatedAt) setNews(found)
    }
    // Without an answer, saving finds the change.
    compare().catch(() => {})
  })
  return { news, forgetNews: () => setNews(null) }
}

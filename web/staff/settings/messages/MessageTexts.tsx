import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

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
import { useWrite } from '../../../lib/query.ts'
import { toasts } from '../../../ui/toasts.ts'

/** Edits the text of each message in each language, beside its preview. */
export function MessageTexts({ templates }: { templates: readonly MessageTemplate[] }) {
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
      <Text key={`${kind} ${language} ${template.subject} ${template.body}`} template={template} />
    </section>
  )
}

function Text({ template: { kind, language, changed, ...stored } }: { template: MessageTemplate }) {
  const [subject, setSubject] = useState(stored.subject)
  const [body, setBody] = useState(stored.body)
  const save = useWrite(messages.saveTemplate)
  const reset = useWrite(messages.resetTemplate)
  const preview = fillIn({ subject, body }, sampleValues)
  const error = save.error ?? reset.error
  return (
    <>
      <TextInput
        label="Subject"
        value={subject}
        maxLength={200}
        error={findUnknownPlaceholder(kind, subject)}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Textarea
        label="Text"
        value={body}
        maxLength={4000}
        autosize
        minRows={6}
        error={findUnknownPlaceholder(kind, body)}
        onChange={(event) => setBody(event.currentTarget.value)}
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
            save.mutate({ body: { kind, language, subject, body } }, { onSuccess: () => toasts.success('Text Saved!') })
          }
        >
          Save text
        </Button>
        {changed && (
          <Button
            variant="subtle"
            loading={reset.isPending}
            onClick={() =>
              reset.mutate({ body: { kind, language } }, { onSuccess: () => toasts.success('Text Reset!') })
            }
          >
            Reset to the default
          </Button>
        )}
      </div>
    </>
  )
}

import './terms.css'
import { Button, Select, Textarea } from '@mantine/core'
import { useState } from 'react'

import { englishNames, type Language, languages } from '../../../../contract/shared/languages.ts'
import {
  terms,
  termsAtMost,
  type TermsKind,
  termsKinds,
  termsLabels,
  type TermsRow,
} from '../../../../contract/terms/terms.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useFormQuery } from '../../../lib/useFormQuery.ts'
import { ChangedMeanwhile, useRecordNews } from '../../../ui/form/ChangedMeanwhile.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** The name of a version's text in each language. */
const textIn = { en: 'english', tl: 'tagalog', ja: 'japanese' } as const satisfies Record<Language, keyof TermsRow>
type Texts = Record<(typeof textIn)[Language], string>

/** Lets managers read the versions of the shop's terms and write the next one. */
export function TermsSettings() {
  const { data, error, refetch } = useFormQuery(terms.list, 'form', () => call(terms.list, {}))
  const [kind, setKind] = useState<TermsKind>('return')
  const { news, forget } = useRecordNews(true, { entity: 'terms' })
  if (!data) return <Pending error={error} refetch={refetch} height={420} />
  const versions = data.data.filter((one) => one.kind === kind)
  return (
    <div className="terms-settings">
      <ChangedMeanwhile
        news={news}
        onRead={async () => {
          await refetch()
          forget()
        }}
      />
      <Select
        label="Terms"
        data={termsKinds.map((value) => ({ value, label: termsLabels[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(value as TermsKind)}
      />
      <NextVersion key={`${kind} ${versions.length}`} kind={kind} latest={versions[0]} onWritten={forget} />
      {versions.length > 0 && (
        <section aria-label="Versions">
          <h3>Versions</h3>
          <ul>
            {versions.map((one) => (
              <Version key={one.termsID} version={one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Edits the texts of the last version as those of the next one, beside what buyers will read. */
function NextVersion({
  kind,
  latest,
  onWritten,
}: {
  kind: TermsKind
  latest: TermsRow | undefined
  onWritten: () => void
}) {
  const [language, setLanguage] = useState<Language>('en')
  const [texts, setTexts] = useState<Texts>({
    english: latest?.english ?? '',
    tagalog: latest?.tagalog ?? '',
    japanese: latest?.japanese ?? '',
  })
  const write = useWrite(terms.write)
  const next = (latest?.version ?? 0) + 1
  const own = texts[textIn[language]].trim()
  return (
    <form
      aria-label={termsLabels[kind]}
      onSubmit={(event) => {
        event.preventDefault()
        write.mutate(
          { body: { kind, ...texts, readVersion: latest?.version ?? 0 } },
          {
            onSuccess: () => {
              onWritten()
              toasts.success(`Version ${next} Saved!`)
            },
          },
        )
      }}
    >
      <Select
        label="Language"
        data={languages.map((value) => ({ value, label: englishNames[value] }))}
        value={language}
        allowDeselect={false}
        onChange={(value) => setLanguage(value as Language)}
      />
      <Textarea
        label="Text"
        description={
          language === 'en'
            ? 'An empty line begins a paragraph.'
            : 'Without a text, buyers with this language read the English one.'
        }
        value={texts[textIn[language]]}
        lang={language}
        maxLength={termsAtMost}
        autosize
        minRows={6}
        maxRows={20}
        onChange={(event) => setTexts({ ...texts, [textIn[language]]: event.currentTarget.value })}
      />
      <h3>Preview</h3>
      <p className="terms-text" lang={own === '' ? 'en' : language}>
        {own || texts.english.trim() || 'Nothing yet'}
      </p>
      <p className="error-line" role="alert">
        {write.error && `Error: ${write.error.message}`}
      </p>
      <Button type="submit" variant="filled" loading={write.isPending}>
        Save as version {next}
      </Button>
      <p className="terms-hint">
        Sales agree to it from that moment on. Earlier sales keep the version that was agreed.
      </p>
    </form>
  )
}

/** A version with its texts, which nobody changes any more. */
function Version({ version: { version, createdAt, createdByName, ...texts } }: { version: TermsRow }) {
  const timeZone = useTimeZone()
  return (
    <li>
      <details>
        <summary>
          <b>Version {version}</b>
          <small>
            from {formatMoment(createdAt, timeZone)}, by {createdByName ?? 'the shop'}
          </small>
        </summary>
        {languages.map((language) => {
          const text = texts[textIn[language]]
          return (
            text !== null && (
              <div key={language}>
                <h4>{englishNames[language]}</h4>
                <p className="terms-text" lang={language}>
                  {text}
                </p>
              </div>
            )
          )
        })}
      </details>
    </li>
  )
}

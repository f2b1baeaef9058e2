import { type ReactNode, useEffect, useRef } from 'react'
import { data, Form, redirect, useActionData, useNavigation } from 'react-router'

import { longestQuestion } from '../../../contract/catalogue/shop-choices.ts'
import { calls } from './calls.ts'
import { Alert } from './icons.tsx'
import { type Pages, useSite } from './site.ts'

const fields = ['name', 'email', 'contact', 'text'] as const
type Field = (typeof fields)[number]
type Asked = Partial<Record<Field | 'website', string>>
/** A failed question: the invalid fields, or the reason why the whole question failed. */
export type Refused = { asked: Asked; fields: Field[]; trouble: 'tooMany' | 'gone' | 'failed' | null }

/** The query parameter in the address of a page after the visitor has sent a question from it. */
export const sentParam = 'asked'

/**
 * Sends the question of a form, about a piece or about the shop, and returns to the page. Fields that the form does not
 * have are not sent.
 */
export async function sendQuestion({ call, language }: Pages, form: FormData, itemID: number | null, path: string) {
  // A forged request may send a file in place of a text.
  const asked = Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  ) as Asked
  try {
    await call(calls.ask, { body: { ...asked, text: asked.text ?? '', itemID, language } })
  } catch (error) {
    const { status = 0, errors = [] } = error as { status?: number; errors?: { field: string }[] }
    const wrong = fields.filter((one) => errors.some(({ field }) => field === one))
    const refused: Refused = { asked, fields: wrong, trouble: wrong.length > 0 ? null : troubleOf(status) }
    return data(refused, status >= 400 ? status : 503)
  }
  return redirect(`${path}?${sentParam}=1#ask`, 303)
}

const troubleOf = (status: number) => {
  if (status === 429) return 'tooMany'
  return status === 422 || status === 404 ? 'gone' : 'failed'
}

/**
 * The form of a question, which is sent to the page at `path`. A short form has two fields, of which one takes any
 * contact, in place of a name, an e-mail and a text.
 */
export function QuestionForm({ path, short = false }: { path: string; short?: boolean }) {
  const { item: own, contact } = useSite().words
  const refused = useActionData<Refused>()
  const sending = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [refused])
  const field = (name: Field) => {
    const wrong = refused?.fields.includes(name) ?? false
    return {
      id: `ask-${name}`,
      name,
      required: true,
      defaultValue: refused?.asked[name] ?? '',
      ...(wrong && { 'aria-invalid': true, 'aria-describedby': `ask-${name}-wrong` }),
    }
  }
  const problem = (name: Field, text: string) =>
    refused?.fields.includes(name) && (
      <p className="wrong" id={`ask-${name}-wrong`}>
        <Alert /> {text}
      </p>
    )
  const asked = refused?.asked
  return (
    // noValidate: errors appear under their fields in the page's language, not the browser's.
    <Form method="post" action={path} noValidate preventScrollReset replace ref={form}>
      {refused?.trouble && (
        <p className="wrong all" role="alert" tabIndex={-1}>
          <Alert /> {own.troubles[refused.trouble]}
        </p>
      )}
      {short ? (
        <div className="field all">
          <label htmlFor="ask-contact">{contact.answerTo}</label>
          <input className="box" autoComplete="email" maxLength={254} {...field('contact')} />
          {problem('contact', contact.answerToMissing)}
        </div>
      ) : (
        <>
          <div className="field">
            <label htmlFor="ask-name">{own.name}</label>
            <input className="box" autoComplete="name" maxLength={120} {...field('name')} />
            {problem('name', own.nameMissing)}
          </div>
          <div className="field">
            <label htmlFor="ask-email">{own.email}</label>
            <input className="box" type="email" autoComplete="email" maxLength={254} {...field('email')} />
            {problem('email', asked?.email?.trim() ? own.emailWrong : own.emailMissing)}
          </div>
        </>
      )}
      <div className="field all">
        <label htmlFor="ask-text">{short ? contact.message : own.text}</label>
        <textarea className="box" rows={4} maxLength={longestQuestion} {...field('text')} />
        {problem('text', asked?.text?.trim() ? own.textTooLong : own.textMissing)}
      </div>
      <div className="trap" aria-hidden="true">
        <label htmlFor="ask-website">Website</label>
        <input id="ask-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="all">
        <button type="submit" className="btn go big" disabled={sending}>
          {sending ? own.sending : own.send}
        </button>
      </div>
    </Form>
  )
}

/** Thanks the visitor for a question. The form that had the focus is gone, so the thanks take the focus. */
export function Thanks({ children }: { children?: ReactNode }) {
  const own = useSite().words.item
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <div className="thanks" tabIndex={-1} ref={element}>
      <h3>{own.thanks}</h3>
      <p>{own.thanksMore}</p>
      {children}
    </div>
  )
}

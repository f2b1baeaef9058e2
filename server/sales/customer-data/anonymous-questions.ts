import { anonymousPerson } from '../customers/anonymous.rules.ts'
import { anonymousName } from './personal-words.ts'

/** What stays of a question after its sender is anonymised. */
export const anonymousQuestion = (id: number) => ({
  name: anonymousName(id),
  email: anonymousPerson(id).email,
  contact: null,
  text: '[removed]',
})

/** Whether a recorded state is that of a question. */
export const isQuestion = (record: unknown): record is { questionID: number } =>
  typeof record === 'object' && record !== null && 'questionID' in record

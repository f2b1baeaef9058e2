import { anonymousPerson, removedText } from '../customers/anonymous.rules.ts'
import { anonymousName } from './personal-words.ts'

/** The details that replace those of a question. */
export const anonymousQuestion = (id: number) => ({
  name: anonymousName(id),
  email: anonymousPerson(id).email,
  contact: null,
  text: removedText,
})

/** Whether a record of the audit trail is a question. */
export const isQuestion = (record: unknown): record is { questionID: number } =>
  typeof record === 'object' && record !== null && 'questionID' in record

import { copyText } from '../../../lib/clipboard.ts'
import { toasts } from '../../../ui/toasts.ts'

/** Copies the message about a rejection, which a person sends the buyer in a chat. */
export async function copyMessage(message: string) {
  if (await copyText(message)) toasts.success('Message copied')
  else toasts.error('The browser does not allow copying: mark the sentence and copy it with Ctrl+C')
}

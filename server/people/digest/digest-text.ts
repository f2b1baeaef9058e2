import { formatMoment } from '../../../contract/shared/dates.ts'

/** A message as its user reads it in the inbox. */
export type DigestMessage = { message: string; link: string; createdAt: Date }

/** The most messages that a mail names. The others are counted. */
export const mostNamed = 50

/** Returns the text of the mail. `origin` is the address of the shop, with which links begin. */
export function composeDigest(
  { name, shop, origin, timeZone }: { name: string; shop: string; origin: string; timeZone: string },
  messages: readonly DigestMessage[],
): string {
  const lines = messages
    .slice(0, mostNamed)
    .map(({ message, link, createdAt }) => `- ${message}\n  ${formatMoment(createdAt, timeZone)}\n  ${origin}${link}\n`)
  const count = messages.length
  const more = count - lines.length
  return `Hello ${name},

${count === 1 ? 'one message waits' : `${count} messages wait`} for you at ${shop}:

${lines.join('\n')}${more > 0 ? `\nand ${more} more.\n` : ''}
All messages: ${origin}/messages

-- 
You chose this mail under Profile. If you do not want it any more:
`
}

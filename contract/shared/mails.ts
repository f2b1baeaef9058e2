/** The states of a mail in the outbox. A mail that was no longer needed is canceled. */
export const mailStates = ['queued', 'sent', 'failed', 'canceled'] as const

/** The ways by which a message reaches a customer. The program sends e-mail; people send the others by hand. */
export const mailChannels = ['email', 'Messenger', 'LINE', 'Viber', 'Other'] as const
export type MailChannel = (typeof mailChannels)[number]

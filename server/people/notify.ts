import { and, eq, inArray, ne } from 'drizzle-orm'

import type { notificationKinds } from '../../contract/notifications.ts'
import { type Access, may, roleIDs } from '../../contract/permissions.ts'
import { recordPath, type ScreenPath } from '../../contract/screens.ts'
import { notification, user } from '../db/schema.ts'
import type { Context } from '../http/serve.ts'

/** One message: what it is about, in one sentence, and the record that it leads to. */
export type Message = {
  kind: (typeof notificationKinds)[number]
  message: string
  screen: ScreenPath
  id: number
}

/** One person, or everybody who may do what an access asks for, but one. */
export type Audience = { userID: number } | { access: Access; except?: number | undefined }

/** Tells active people something, in the caller's transaction. */
export async function notify({ db, now }: Context, to: Audience, messages: Message[]) {
  if (messages.length === 0) return
  const addressed =
    'userID' in to
      ? eq(user.userID, to.userID)
      : and(
          inArray(
            user.roleID,
            roleIDs.filter((roleID) => may(roleID, to.access)),
          ),
          to.except === undefined ? undefined : ne(user.userID, to.except),
        )
  const people = await db.select({ userID: user.userID }).from(user).where(and(user.status, addressed))
  if (people.length === 0) return
  await db.insert(notification).values(
    people.flatMap(({ userID }) =>
      messages.map(({ kind, message, screen, id }) => ({
        userID,
        kind,
        message,
        link: recordPath(screen, id),
        createdAt: now,
      })),
    ),
  )
}

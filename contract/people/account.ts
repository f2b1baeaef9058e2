import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, Moment, Password } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

const PersonName = z
  .string({ error: 'Name is required' })
  .min(1, { error: 'Name is required', abort: true })
  .trim()
  .min(1, 'Name length must be at least 1 character')
  .max(200, 'Name length must be at most 200 characters')

export const Registration = z.object({ name: PersonName, email: Email, password: Password })
export const ProfileUpdate = z.object({
  name: PersonName,
  email: Email,
  /** A new password. Empty or omitted text keeps the old one. */
  password: z
    // The form library shows the message of the first option.
    .union([Password, z.literal('')])
    .optional()
    .transform((password) => password || undefined),
  currentPassword: z.string().max(200).optional(),
})
export const Credentials = z.object({ email: Email, password: Password })

/** The response of the account endpoints, without an envelope. The browser stores it in local storage as `account`. */
export const Account = z
  .object({
    success: z.literal(true),
    token: z.string(),
    userID: ID,
    roleID: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    roleName: z.string(),
    name: z.string(),
    email: z.string(),
    photo: z.string().nullable(),
    /** Set in a session that a PIN opened. */
    byPin: z.literal(true).optional(),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

export const Session = z
  .object({
    sessionID: ID,
    createdAt: Moment,
    lastUsedAt: Moment,
    expiresAt: Moment,
    /** The browser's user agent at sign-in. */
    agent: z.string(),
    /** Whether this request uses this session. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type SessionRow = z.input<typeof Session>

export const account = {
  register: endpoint({
    method: 'POST',
    path: '/api/users/register',
    summary: 'Registers an account without a role, and signs in',
    access: 'public',
    body: Registration,
    returns: Account,
    status: 201,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    summary: 'Signs in',
    access: 'public',
    body: Credentials,
    returns: Account,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    summary: 'Signs out and revokes the token',
    access: 'signedIn',
    returns: answer(z.null()),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/users/profile',
    summary: 'Returns the signed-in user',
    access: 'signedIn',
    about: ['user'],
    returns: Account.omit({ token: true }),
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/users/updateProfile',
    summary: 'Changes the caller’s name, e-mail or password; a new password ends other sessions and the sign-in link',
    access: 'signedIn',
    needsPassword: true,
    body: ProfileUpdate,
    returns: Account,
  }),
  updateProfilePicture: endpoint({
    method: 'PUT',
    path: '/api/users/updateProfilePicture',
    summary: 'Sets the caller’s picture, or removes it when the request has none',
    access: 'signedIn',
    needsPassword: true,
    files: { profilePicture: 1 },
    returns: Account,
  }),
  signInByLink: endpoint({
    method: 'POST',
    path: '/api/v1/sign-in-link',
    summary: 'Signs in by the token of a sign-in link, once',
    access: 'public',
    body: z.object({ token: z.string().regex(/^[\w-]{43}$/, 'This link is not valid') }),
    returns: Account,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/sessions',
    summary: 'Lists the caller’s sessions',
    access: 'signedIn',
    needsPassword: true,
    about: ['user'],
    returns: answer(z.array(Session)),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/sessions/:id',
    summary: 'Ends a session of the caller; an administrator may end any session',
    access: 'signedIn',
    needsPassword: true,
    returns: answer(z.null()),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/v1/sessions',
    summary: 'Ends all of the caller’s other sessions',
    access: 'signedIn',
    needsPassword: true,
    returns: answer(z.null()),
  }),
}

import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  Day,
  DayInput,
  Email,
  fromText,
  ID,
  LastRead,
  Moment,
  optional,
  Password,
  required,
  Stamps,
  StoredPicture,
} from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { Session } from './account.ts'

const RoleID = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], { error: 'Choose a role' })
const Birthday = z
  .union([z.literal(''), DayInput], { error: 'Enter a date like 2026-11-20' })
  .nullish()
  .transform((day) => (day === '' ? null : day))

const person = {
  firstName: required(100),
  middleName: optional(100),
  /** Empty for a person with a single name. */
  lastName: z.string().trim().max(100),
  username: required(60),
  email: Email,
  phoneNumber: optional(60),
  address: optional(300),
  birthday: Birthday,
}

/** A new user. It accepts numbers and booleans as the text of a multipart form. */
export const UserCreation = z.object({
  ...person,
  lastName: required(100),
  roleID: fromText(RoleID),
  password: Password,
  status: fromText(z.boolean().optional()),
})
export const UserUpdate = z.object({
  ...person,
  roleID: fromText(RoleID),
  status: fromText(z.boolean().optional()),
  image_url: StoredPicture,
  ...LastRead,
})

export const User = z
  .object({
    userID: ID,
    firstName: z.string(),
    middleName: z.string().nullable(),
    lastName: z.string(),
    roleID: RoleID,
    roleName: z.string(),
    username: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    address: z.string().nullable(),
    birthday: Day.nullable(),
    image_url: z.string().nullable(),
    status: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'User' })
export type UserRow = z.input<typeof User>

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/users',
    summary: 'Lists users',
    access: 'users.manage',
    about: ['user'],
    query: listQuery(
      [
        'userID',
        'firstName',
        'middleName',
        'lastName',
        'roleName',
        'email',
        'phoneNumber',
        'address',
        'birthday',
        'status',
      ],
      { status: BooleanFilter, roleID: z.coerce.number().pipe(RoleID).optional() },
    ),
    returns: pageOf(User),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id',
    summary: 'Returns a user',
    access: 'users.manage',
    about: ['user'],
    returns: answer(User),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Creates a user; only an administrator may create administrators',
    access: 'users.manage',
    body: UserCreation,
    files: { image_url: 1 },
    returns: answer(User),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/users/:id',
    summary: 'Changes a user; only an administrator may change or appoint administrators',
    access: 'users.manage',
    body: UserUpdate,
    files: { image_url: 1 },
    returns: answer(User),
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/api/v1/users/:id/password',
    summary: 'Sets a user’s password, and ends its sessions and sign-in link',
    access: 'users.sign_in',
    body: z.object({ password: Password }),
    returns: answer(z.null()),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/sessions',
    summary: 'Lists the sessions of a user',
    access: 'users.sign_in',
    about: ['user'],
    returns: answer(z.array(Session)),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/:id/sessions',
    summary: 'Signs a user out everywhere, and ends its sign-in link',
    access: 'users.sign_in',
    returns: answer(z.null()),
  }),
  createSignInLink: endpoint({
    method: 'POST',
    path: '/api/v1/users/:id/sign-in-link',
    summary: 'Creates a link that signs the user in once within 24 hours, and mails it if the shop has a mail server',
    access: 'users.sign_in',
    returns: answer(
      z.object({
        link: z.string(),
        expiresAt: Moment,
        /** Whether a mail with a link waits to be sent to the user; `off` when the shop has no mail server. */
        mail: z.enum(['queued', 'off']),
      }),
    ),
    status: 201,
  }),
  roles: endpoint({
    method: 'GET',
    path: '/api/v1/user-role',
    summary: 'Lists roles',
    access: 'users.manage',
    about: [],
    returns: answer(z.array(z.object({ roleID: RoleID, roleName: z.string() }))),
  }),
  staff: endpoint({
    method: 'GET',
    path: '/api/v1/staff',
    summary: 'Lists the names of active staff',
    access: 'people.read',
    about: ['user'],
    returns: answer(z.array(z.object({ userID: ID, username: z.string(), name: z.string() }))),
  }),
}

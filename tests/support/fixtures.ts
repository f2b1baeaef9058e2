import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'

import { failureCodes, failures } from '../../contract/shared/errors.ts'
import { eventTypes } from '../../contract/shared/events.ts'
import { type RoleID, roleNames } from '../../contract/shared/permissions.ts'
import { type AppOptions, createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { firstStart } from '../../server/first-start.ts'
import { openSession } from '../../server/http/session.ts'
import { insertUser } from '../../server/people/users.operations.ts'
import { assertBuilt } from './built.ts'
import { dropDatabase } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a database, with NAME as a placeholder for its name. */
    database: string
    /** A folder for files that several test files share; removed when the run ends. */
    folder: string
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Starts the app on a separate database with a user of every role, and returns a function that calls it as any of
 * them.
 */
export async function testApp({
  connections = 5,
  firstSignInFile,
  links = {},
  withPages = false,
  loadDemo = async () => {},
  network,
  tellsEvents = false,
}: { connections?: number } & Pick<
  AppOptions,
  'firstSignInFile' | 'links' | 'withPages' | 'loadDemo' | 'network' | 'tellsEvents'
> = {}) {
  if (withPages) assertBuilt()
  const template = inject('database')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client(template.replace('NAME', 'postgres'))
  await owner.connect()
  await owner.query(`create database ${name} template shop_template`)
  const url = template.replace('NAME', name)
  const { db, pool } = connect(url, connections)
  // Create a separate folder, so that the files next to the pictures belong to no other test.
  const folder = await mkdtemp(join(tmpdir(), 'alahas-test-'))
  const uploadsFolder = join(folder, 'pictures')
  await mkdir(uploadsFolder)
  // No test signs in as this administrator, so that no file pays for a password hash.
  await firstStart(db, { email: 'first@alahas.test', password: randomBytes(8).toString('hex') })
  const log = { logLevel: 'error', logStream: { write: printFailure } }
  const options = {
    links,
    withPages,
    loadDemo,
    network,
    tellsEvents,
    ...log,
    ...(firstSignInFile && { firstSignInFile }),
  }
  const pictureStore = pictureFolder(uploadsFolder)
  const app = await createApp({ db, pictureStore, ...options })
  const tokens = new Map<RoleID | null, string>()
  const users = new Map<RoleID, number>()
  for (const roleID of [0, 1, 2, 3] as const) {
    const roleName = roleNames[roleID]
    const made = await insertUser(db, {
      firstName: 'Test',
      lastName: roleName,
      email: `${roleName.toLowerCase()}@alahas.test`,
      passwordHash: '-',
      roleID,
    })
    users.set(roleID, made.userID)
    tokens.set(roleID, await openSession(db, made.userID, 'tests'))
  }
  afterAll(async () => {
    await assertKnownEvents(pool)
    await app.close()
    await pool.end()
    await dropDatabase(owner, name)
    await owner.end()
    await rm(folder, { recursive: true, force: true })
  })

  /** Makes a call with the token of that role, or without a token for null: `as(3)('POST', '/api/…', body)`. */
  const as =
    (roleID: RoleID | null) =>
    async (method: Method, path: string, body?: object | null, headers: Record<string, string> = {}) => {
      const token = tokens.get(roleID)
      const response = await app.inject({
        method,
        url: path,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body && { payload: body }),
      })
      const json = String(response.headers['content-type']).startsWith('application/json')
      return {
        status: response.statusCode,
        body: json ? response.json() : response.rawPayload,
        headers: response.headers,
      }
    }
  return { app, db, url, uploadsFolder, pictureStore, as, tokens, users }
}

/** Fails when the tests of a file made an event of a type that the contract does not list. */
async function assertKnownEvents(pool: pg.Pool) {
  const { rows } = await pool.query<{ type: string }>('select distinct type from event')
  const unknown = rows.map(({ type }) => type).filter((type) => !(eventTypes as string[]).includes(type))
  expect(unknown, 'Add these events to eventsOf in contract/shared/events.ts').toEqual([])
}

/** Prints the error behind a 500 with its causes, so that the test that caused it shows it. */
function printFailure(line: string) {
  type Logged = { type: string; message: string; stack: string; statement?: string; cause?: Logged }
  const { req, err } = JSON.parse(line) as { req?: { method: string; route: string }; err?: Logged }
  const texts = req ? [`${req.method} ${req.route} failed:`] : []
  for (let one = err; one; one = one.cause)
    texts.push(`${one.type}: ${one.message}`, ...(one.statement ? [one.statement] : []), one.stack)
  console.error(texts.join('\n'))
}

/** Matches any failure code of this status, for tests that walk over many refusals. */
export const anyCodeOf = (status: number) =>
  expect.stringMatching(
    new RegExp(
      `^(${failureCodes
        .filter((code) => failures[code] === status)
        .join('|')
        .replaceAll('.', '\\.')})$`,
    ),
  )

import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { actionOf } from '../shared/audit/audit-actions.ts'
import { endpoint } from '../shared/endpoint.ts'
import { entityLabelOf, entityOf } from '../shared/entities.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** Describes a change in one sentence: 'Item RG-0151 changed'. */
export function describeAuditRow({ entity, entityID, subject, action }: AuditSubject): string {
  const name = entityOf(entity)?.only ? [] : [subject ?? `No. ${entityID}`]
  return [entityLabelOf(entity), ...name, actionOf(action) ?? action].join(' ')
}
/**
 * Names who made a change: 'Rosa Diaz', 'Rosa Diaz by the API token Books', 'Ana Cruz, approved by Rosa Diaz', or 'The
 * shop itself'.
 */
export const describeAuditActor = ({
  userName,
  apiTokenName,
  approvedByName,
}: Pick<AuditRow, 'userName' | 'apiTokenName' | 'approvedByName'>): string =>
  (userName ?? 'The shop itself') +
  (apiTokenName === null ? '' : ` by the API token ${apiTokenName}`) +
  (approvedByName === null ? '' : `, approved by ${approvedByName}`)
type AuditSubject = Pick<AuditRow, 'entity' | 'entityID' | 'subject' | 'action'>

export const AuditRow = z
  .object({
    auditID: z.int(),
    at: Moment,
    /** The user who made the change; null when no user made it. */
    userID: ID.nullable(),
    userName: z.string().nullable(),
    /** The name of the API token that made the change for the user; null when the user made it. */
    apiTokenName: z.string().nullable(),
    /** The Manager who approved the change by a PIN at the user's device; null without an approval. */
    approvedByName: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    entityID: ID,
    /** The name of the changed record, such as an item's code; null when only the record's key is known. */
    subject: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.input<typeof AuditRow>

/** One version of a record, with the fields that it had at that time; null when the record did not exist. */
const Recorded = z.record(z.string(), z.unknown()).nullable()

export const AuditDetails = AuditRow.extend({
  /** The record before the change; null when the change created it. */
  before: Recorded,
  after: Recorded,
  /**
   * The current names of other records that the two versions refer to. The keys of this object look like `locationID
   * 3`.
   */
  names: z.record(z.string(), z.string()),
}).meta({ id: 'AuditDetails' })
export type AuditDetails = z.input<typeof AuditDetails>

const Word = z.string().trim().min(1).max(60)

export const auditTrail = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Lists the changes in the audit trail',
    access: 'audit.read',
    about: 'everything',
    query: listQuery(['auditID'], {
      userID: IDFilter,
      entity: Word.optional(),
      entityID: IDFilter,
      action: Word.optional(),
    }),
    returns: pageOf(AuditRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/audit/:id',
    summary: 'Returns a change with the record before and after it',
    access: 'audit.read',
    about: [],
    returns: answer(AuditDetails),
  }),
}

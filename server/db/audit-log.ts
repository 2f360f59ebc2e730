import { randomUUID } from 'node:crypto'
import type { CompiledQuery, Kysely } from 'kysely'
import { auditLog } from '#contract/modules/audit-log.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { buildInsert } from './prepared-query.ts'

/** A row of the audit log, which records one operation: names and ids only, no value of a field and no personal data. */
export interface AuditEntry {
  at: string | Date
  /** Account of the actor; null for an anonymous caller, the server or an operator. */
  actorId: string | null
  /** Key of the operation, such as `sign_in` or `password.changed`. */
  action: string
  /** Module and row that the operation concerns. */
  module?: string
  rowId?: string
  /** Names of the fields that were written or revealed. */
  fields?: readonly string[]
  /** Number of rows, for an operation on many. */
  rowCount?: number
  /** Reason that the user entered for a reveal, with numbers masked. */
  reason?: string
  requestId?: string
  /** IP address of the request, of IPv6 the /64 prefix. It is shortened to its network before it is stored. */
  clientAddress?: string
}

/**
 * Inserts a row into the audit log, in the transaction of the operation that it records. Triggers reject any later change
 * or deletion.
 */
export async function appendAudit(trx: Kysely<Tables>, entry: AuditEntry): Promise<void> {
  await trx.executeQuery(buildAuditInsert(trx, entry))
}

/** Builds the statement of {@link appendAudit}, for callers that send it in a batch with other writes. */
export function buildAuditInsert(trx: Kysely<Tables>, entry: AuditEntry): CompiledQuery {
  const at = toInstant(entry.at)
  return buildInsert(trx, auditLog.name, {
    id: randomUUID(),
    version: 1,
    created_at: at,
    updated_at: at,
    at,
    action: entry.action,
    actor_id: entry.actorId,
    module: entry.module ?? null,
    row_id: entry.rowId ?? null,
    fields: entry.fields ? JSON.stringify(entry.fields) : null,
    row_count: entry.rowCount ?? null,
    reason: entry.reason ?? null,
    request_id: entry.requestId ?? null,
    address_block: entry.clientAddress === undefined ? null : toNetwork(entry.clientAddress),
  })
}

/** Groups of an IPv6 address that are stored: the /48 prefix that a provider gives to a customer (RFC 6177). */
const siteGroups = 3
/** Octets of an IPv4 address that are stored; the last one would identify a device. */
const networkOctets = 3

/**
 * Shortens an address to its network: an audit row is never deleted and must not identify a person's device.
 * @param address IPv4 or IPv6, in full or as a /64 prefix
 */
export function toNetwork(address: string): string {
  if (address.includes(':')) return `${address.split(':').slice(0, siteGroups).join(':')}::/48`
  const octets = address.split('.')
  return octets.length === 4 ? `${octets.slice(0, networkOctets).join('.')}.0/24` : 'unknown'
}

import { createHash } from 'node:crypto';
import type { ErasureSubject } from '@tollgate/contracts';
import type { TenantTransaction } from '../database/transaction.js';
import { newId, timeOfId } from '../ids.js';
import { currentContext } from '../observability/request-context.js';
import { erasureOf, insertErasure, type ErasureRow } from './erasures.repository.js';

/** The subject of an erasure, and how rows name it. */
export interface ErasureRequest {
  subjectType: ErasureSubject;
  subjectId: string;
  identifier: string;
  /** The next subject with the same identifier; null without one. */
  successorId: string | null;
  personalProperties: string[];
}

/** Calls that are answered at the same time may still write logs with the identifier. */
const answeredWithinMs = 2_000;

/** Finds an erasure by an identifier that is not stored any more. */
export const digestOf = (organizationId: string, identifier: string): string =>
  createHash('sha256').update(`${organizationId} ${identifier}`).digest('hex');

/** Writes an erasure on behalf of the caller. Concurrent requests write one. */
export async function requestErasure(transaction: TenantTransaction, request: ErasureRequest): Promise<ErasureRow> {
  const actor = currentContext()?.actor;
  const now = Date.now();
  const successor = request.successorId === null ? null : timeOfId(request.successorId);
  await insertErasure(transaction, {
    id: newId(),
    subject_type: request.subjectType,
    subject_id: request.subjectId,
    subject_digest: digestOf(transaction.organizationId, request.identifier),
    facts: {
      identifier: request.identifier,
      since: timeOfId(request.subjectId) ?? 0,
      until: successor ?? now + answeredWithinMs,
      requested_at: now,
    },
    personal_properties: [...new Set(request.personalProperties)],
    requested_by: { api_key_id: actor?.api_key_id ?? null, user_id: actor?.user_id ?? null },
  });
  const row = await erasureOf(transaction, request.subjectId);
  if (!row) throw new Error(`no erasure of ${request.subjectId}`);
  return row;
}

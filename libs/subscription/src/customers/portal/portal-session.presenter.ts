import type { PortalSession, SessionOfToken } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type Instant } from '@tollgate/platform';
import type { PortalSessionRow } from '../../model/customers/portal-sessions.repository.js';

function statusOf({ revoked_at, expires_at }: PortalSessionRow, now: Instant): PortalSession['status'] {
  if (revoked_at !== null) return 'revoked';
  return expires_at.getTime() <= now ? 'expired' : 'active';
}

/** @param now Unix ms, of the organization's clock */
export function presentSession(row: PortalSessionRow, externalId: string, now: Instant): PortalSession {
  return {
    svc_id: row.id,
    external_customer_id: externalId,
    status: statusOf(row, now),
    svc_person_id: row.person_id,
    ...settingsOf(row),
    expires_at: isoSeconds(row.expires_at),
    revoked_at: isoSecondsOrNull(row.revoked_at),
    created_at: isoSeconds(row.created_at),
  };
}

/** A session as the command that reads a token answers it. */
export const sessionOfToken = ({ id, return_url, flow, locale }: PortalSessionRow): SessionOfToken => ({
  id,
  return_url,
  flow,
  locale,
});

const settingsOf = ({ return_url, flow, sections, locale }: PortalSessionRow) => ({
  return_url,
  flow,
  sections,
  locale,
});

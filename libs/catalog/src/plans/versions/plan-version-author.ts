import type { PlanVersionAuthor } from '@tollgate/contracts';
import type { CallerNames } from '@tollgate/identity/reader';
import type { VersionAuthor } from '../../model/plan-repositories/plan-versions.repository.js';

/** The author of a version with the present names; null without a caller of the organization. */
export function presentAuthor(
  { author_user_id: userId, author_api_key_id: apiKeyId }: VersionAuthor,
  { emails, keyNames }: CallerNames,
): PlanVersionAuthor | null {
  if (userId === null && apiKeyId === null) return null;
  return {
    user_email: emails.get(userId ?? '') ?? null,
    api_key_name: keyNames.get(apiKeyId ?? '') ?? null,
    svc_user_id: userId,
    svc_api_key_id: apiKeyId,
  };
}

import type { LoginMethod } from '@tollgate/contracts';

/** The login methods of an organization, and since when each of them counts again after it was switched off. */
export interface AllowedMethods {
  login_methods: LoginMethod[];
  email_password_since: Date | null;
  open_id_since: Date | null;
}

/** Whether a session is valid for an organization: one from before its method was switched off has ended there. */
export function isMethodAllowed(
  organization: AllowedMethods,
  { login_method: method, created_at: createdAt }: { login_method: LoginMethod; created_at: Date },
): boolean {
  const since = organization[`${method}_since`];
  return organization.login_methods.includes(method) && (since === null || createdAt > since);
}

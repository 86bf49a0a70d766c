import type { LoginMethod, SecurityEventName } from '@tollgate/contracts';

/** A change of login methods, for the security log and the admins. */
export interface LoginChange {
  event: SecurityEventName;
  resources: Record<string, unknown>;
  /** @param who the actor */
  mail(who: string): { subject: string; lines: string[] };
}

interface NamedProvider {
  issuer: string;
  client_id: string;
}

/** @returns null when the methods are the same */
export function loginMethodChange(before: LoginMethod[], now: LoginMethod[]): LoginChange | null {
  const added = now.filter((method) => !before.includes(method));
  const deleted = before.filter((method) => !now.includes(method));
  if (added.length + deleted.length === 0) return null;
  return {
    event: 'integration.updated',
    resources: { integration_type: 'authentication_methods', login_methods: { deleted, added } },
    mail: (who) => ({
      subject: 'Login methods changed',
      lines: [
        `The login methods of your organization were changed by ${who}.`,
        ...(added.length > 0 ? [`Enabled: ${added.join(', ')}`] : []),
        ...(deleted.length > 0 ? [`Disabled: ${deleted.join(', ')}`] : []),
      ],
    }),
  };
}

/** A connected, replaced or disconnected provider. The change never contains the client's secret. */
export function providerChange(before: NamedProvider | null, now: NamedProvider | null): LoginChange {
  const name = (provider: NamedProvider | null) =>
    provider ? { issuer: provider.issuer, client_id: provider.client_id } : null;
  const done = before && now ? 'replaced' : now ? 'connected' : 'disconnected';
  const line = (label: string, provider: NamedProvider | null) =>
    provider ? [`${label}: ${provider.issuer} (client ${provider.client_id})`] : [];
  return {
    event: before && now ? 'integration.updated' : now ? 'integration.created' : 'integration.deleted',
    resources: { integration_type: 'open_id', provider: { deleted: name(before), added: name(now) } },
    mail: (who) => ({
      subject: `OpenID provider ${done}`,
      lines: [
        `The OpenID provider of your organization was ${done} by ${who}.`,
        ...line('Now', now),
        ...line('Until now', before),
        ...(before ? ['Sessions that came from it have ended.'] : []),
      ],
    }),
  };
}

import { base } from '../../base.js';
import { useMembership } from '../../frame/membership.js';
import { Copyable } from '../../ui/values.js';

/** The address to which a provider sends its events (webhooks, section 13). */
export function EventAddress({ provider, code }: { provider: string; code: string }) {
  const { organization } = useMembership();
  const path = `${base}/webhooks/${provider}/${organization.svc_id}`;
  return <Copyable value={`${window.location.origin}${path}?code=${encodeURIComponent(code)}`} />;
}

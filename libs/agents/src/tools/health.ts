import { overviewRoutes, webhookEndpointRoutes, webhookMessageRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import { tool } from './tool.js';

const few = '20';

/** `health`: what needs attention now. */
export const health = tool({
  name: 'health',
  title: 'Show what needs attention',
  description:
    'Counts what needs attention in the organization: draft, failed and overdue invoices, failed payments, event errors, ' +
    'parked work, and webhooks. It lists paused endpoints and the latest failed webhooks.',
  input: {},
  calls: [overviewRoutes.read, webhookEndpointRoutes.list, webhookMessageRoutes.list],
  answer: async (_, { calls, pages }) => {
    const overview = await calls.ifPermitted(overviewRoutes.read);
    const endpoints = await calls.ifPermitted(webhookEndpointRoutes.list, { query: { paused: 'true', per_page: few } });
    const failed = await calls.ifPermitted(webhookMessageRoutes.list, { query: { status: 'failed', per_page: few } });
    return {
      needs_attention: (overview?.overview ?? []).map(({ type, count, as_of, oldest_at, amounts }) => ({
        type,
        count,
        as_of,
        oldest_at,
        amounts: amounts.map(({ amount_cents, currency }) => money(amount_cents, currency)),
      })),
      paused_webhook_endpoints: (endpoints?.webhook_endpoints ?? []).map(({ svc_id: id, name, pause }) => ({
        id,
        name,
        pause,
        page: pages.of('webhook_endpoint', id),
      })),
      failed_webhooks: (failed?.webhook_messages ?? []).map((message) => ({
        id: message.svc_id,
        endpoint_id: message.svc_webhook_endpoint_id,
        type: message.webhook_type,
        http_status: message.http_status,
        retries: message.retries,
        created_at: message.created_at,
      })),
    };
  },
});

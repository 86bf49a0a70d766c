import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape } from '../http/texts.js';
import { ActivityLog } from './activity-logs.js';
import { CreditNote } from './credit-notes.js';
import { SingleCustomer } from './customers.js';
import { Email } from './emails.js';
import { Invoice } from './invoices.js';
import { Member } from './members.js';
import { Payment } from './payments.js';
import { PortalPerson } from './portal-people.js';
import { SecurityLog } from './security-logs.js';
import { Subscription } from './subscriptions.js';
import { WalletTransaction } from './wallet-transactions.js';
import { Wallet } from './wallets.js';

/** The most objects of one list; the lists of the interface have the others. */
export const mostDisclosed = 1_000;

const readAt = () => described(timestamp(), 'When it was read');
const incomplete = () =>
  described(z.array(z.string()), 'Lists of which only the newest 1,000 objects are here', 'invoices');

/** Everything that is stored about a customer, as its own calls show it (customers, section 17). */
export const PersonalData = shape('Everything that is stored about a customer, as its own calls show it', {
  created_at: readAt(),
  customer: SingleCustomer,
  portal_people: z.array(PortalPerson),
  subscriptions: z.array(Subscription),
  wallets: z.array(Wallet),
  wallet_transactions: z.array(WalletTransaction),
  invoices: z.array(Invoice),
  credit_notes: z.array(CreditNote),
  payments: z.array(Payment),
  emails: z.array(Email),
  activity_logs: z.array(ActivityLog),
  incomplete: incomplete(),
  links: described(
    z.object({
      events: described(
        z.array(z.string()),
        'Events of each subscription',
        '/api/v1/events?external_subscription_id=acme-basic',
      ),
      api_logs: described(z.string(), 'Calls that name the customer', '/api/v1/api_logs?request_paths[]=*acme*'),
      webhook_messages: described(z.string(), 'Webhooks about the customer', '/api/v1/webhook_messages'),
    }),
    'Addresses of further data, which have calls of their own',
  ),
});
export type PersonalData = z.infer<typeof PersonalData>;

/** The stored data about a member of the organization, as its own calls show them. */
export const MemberData = shape('The stored data about a member, as its own calls show them', {
  created_at: readAt(),
  member: Member,
  security_logs: z.array(SecurityLog),
  incomplete: incomplete(),
  links: described(
    z.object({
      activity_logs: described(
        z.string(),
        'Activities of the person',
        '/api/v1/activity_logs?user_emails[]=ada@example.com',
      ),
    }),
    'Addresses of further data, which have calls of their own',
  ),
});
export type MemberData = z.infer<typeof MemberData>;

export const personalDataRoutes = {
  readMember: route({
    service: 'identity',
    permission: 'personal_data',
    memberPermission: 'organization:members:view',
    alsoReads: ['security_log'],
    method: 'GET',
    path: '/members/:svc_id/personal_data',
    heavy: true,
    summary: 'Read what is stored about a member',
    answer: { personal_data: MemberData },
  }),
  read: route({
    service: 'webhook-delivery',
    permission: 'personal_data',
    memberPermission: 'customers:export',
    method: 'GET',
    path: '/customers/:external_id/personal_data',
    heavy: true,
    summary: 'Read everything that is stored about a customer',
    answer: { personal_data: PersonalData },
  }),
};

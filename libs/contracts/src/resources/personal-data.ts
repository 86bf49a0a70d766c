import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { ActivityLog } from './activity-logs.js';
import { CreditNote } from './credit-notes.js';
import { SingleCustomer } from './customers.js';
import { Email } from './emails.js';
import { Invoice } from './invoices.js';
import { Member } from './members.js';
import { Payment } from './payments.js';
import { SecurityLog } from './security-logs.js';
import { Subscription } from './subscriptions.js';
import { WalletTransaction } from './wallet-transactions.js';
import { Wallet } from './wallets.js';

/** The most objects of one list; the lists of the interface have the others. */
export const mostDisclosed = 1_000;

/** Everything that is stored about a customer, as its own calls show it (customers, section 17). */
export const PersonalData = z.object({
  created_at: timestamp(),
  customer: SingleCustomer,
  subscriptions: z.array(Subscription),
  wallets: z.array(Wallet),
  wallet_transactions: z.array(WalletTransaction),
  invoices: z.array(Invoice),
  credit_notes: z.array(CreditNote),
  payments: z.array(Payment),
  emails: z.array(Email),
  activity_logs: z.array(ActivityLog),
  /** Lists of which only the newest objects are here. */
  incomplete: z.array(z.string()),
  /** Addresses of what is read by calls of its own. */
  links: z.object({ events: z.array(z.string()), api_logs: z.string(), webhook_messages: z.string() }),
});
export type PersonalData = z.infer<typeof PersonalData>;

/** What is stored about a member of the organization, as its own calls show it. */
export const MemberData = z.object({
  created_at: timestamp(),
  member: Member,
  security_logs: z.array(SecurityLog),
  incomplete: z.array(z.string()),
  links: z.object({ activity_logs: z.string() }),
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

import type { SearchedType } from '@tollgate/contracts';

/** Kinds of records with a page in the console, and the address of the page below that of the organization. */
const pages = {
  customer: 'customers',
  subscription: 'subscriptions',
  invoice: 'invoices',
  credit_note: 'credit-notes',
  payment: 'payments',
  wallet: 'wallets',
  plan: 'catalog/plans',
  billable_metric: 'catalog/metrics',
  coupon: 'catalog/coupons',
  event: 'developers/events',
  price_test: 'catalog/price-tests',
  webhook_endpoint: 'developers/webhooks',
} as const satisfies Record<SearchedType, string> & Record<string, string>;
export type PageKind = keyof typeof pages;

/** Addresses of the pages of an organization in the console. */
export class ConsolePages {
  /** @param publicUrl the address of the installation, without a slash at its end */
  constructor(
    private readonly publicUrl: string,
    private readonly organizationId: string,
  ) {}

  /** The page of a record. @param key its name in the console: an external identifier, a code or an id */
  of(kind: PageKind, key: string): string {
    return `${this.publicUrl}/console/${this.organizationId}/${pages[kind]}/${encodeURIComponent(key)}`;
  }
}

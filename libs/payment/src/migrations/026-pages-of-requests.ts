import type { SchemaMigration } from '@tollgate/platform';

/** Pages where customers pay several invoices at once: those of a payment request (webhooks, section 15). */
export const pagesOfRequests: SchemaMigration = {
  name: '026_pages_of_requests',
  sql: `
    alter table payment.provider_pages
      alter column invoice_id drop not null,
      add column payment_request_id uuid,
      add constraint provider_pages_payable check (num_nonnulls(invoice_id, payment_request_id) = 1);
    create unique index provider_pages_open_of_requests on payment.provider_pages (payment_request_id)
      where close_requested_at is null;
    alter table payment.sandbox_checkouts
      add column payment_request_id uuid,
      add constraint sandbox_checkouts_payable check (num_nonnulls(invoice_id, payment_request_id) <= 1);`,
};

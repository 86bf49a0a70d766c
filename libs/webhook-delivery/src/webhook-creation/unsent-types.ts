import type { WebhookType } from '@tollgate/contracts';

const noCrm = 'no CRM is connected';
const noSalesDocuments = 'quotes, order forms and orders are not part of the interface';

/** The types that nothing sends, with the reason; endpoints may filter them (webhooks, section 4). */
export const unsentTypes: Partial<Record<WebhookType, string>> = {
  'customer.crm_provider_created': noCrm,
  'customer.crm_provider_error': noCrm,
  'invoice.resynced': noCrm,
  'quote.created': noSalesDocuments,
  'quote.approved': noSalesDocuments,
  'quote.voided': noSalesDocuments,
  'order_form.created': noSalesDocuments,
  'order_form.signed': noSalesDocuments,
  'order_form.expired': noSalesDocuments,
  'order_form.voided': noSalesDocuments,
  'order.created': noSalesDocuments,
  'order.executed': noSalesDocuments,
};

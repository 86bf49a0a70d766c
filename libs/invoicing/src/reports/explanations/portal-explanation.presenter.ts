import {
  PortalFeeExplanation,
  PortalInvoiceExplanation,
  shownFields,
  type FeeExplanation,
  type InvoiceExplanation,
} from '@tollgate/contracts';

/** The explanation of an invoice for its customer: without codes and internal checks of the organization. */
export const presentToCustomer = (explanation: InvoiceExplanation): PortalInvoiceExplanation =>
  shownFields(PortalInvoiceExplanation, explanation);

/** The explanation of a line for its customer: without the event, the metric and the stored price of the organization. */
export const presentLineToCustomer = (explanation: FeeExplanation): PortalFeeExplanation =>
  shownFields(PortalFeeExplanation, {
    conversion_rate: null,
    timezone: null,
    usage_from_datetime: null,
    usage_to_datetime: null,
    events_count: null,
    ...explanation,
  });

import { einvoicingDetails, type MessagePayload } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';

/** The source of a webhook's payload: a reader of the service that owns the object. */
export interface PayloadSource<P = never> {
  /** Reads the id of the webhook's object. */
  idOf(payload: P): string;
  /** @param at the instant of the event, in Unix milliseconds */
  load(transaction: TenantTransaction, payload: P, at: Instant): Promise<object>;
}

export type Read = (transaction: TenantTransaction, id: string, at: Instant) => Promise<object>;

/** Loads the payload with `read` by the id in the message. */
export const resource = <K extends string>(idKey: K, read: Read): PayloadSource<Record<K, string>> => ({
  idOf: (payload) => payload[idKey],
  load: (transaction, payload, at) => read(transaction, payload[idKey], at),
});

/** Takes the object from the message itself, in its state at that time. */
export const embedded = (field: string): PayloadSource<Record<string, unknown>> => ({
  idOf: (payload) => String(payload[`${field}_id`]),
  load: (_transaction, payload) => Promise.resolve(payload[field] as object),
});

/**
 * Omits the addresses of the file and its page from webhooks that precede the file, even when the file already exists (webhooks, section 5).
 */
export const withoutFile =
  (read: Read): Read =>
  async (transaction, id, at) => {
    const resource = await read(transaction, id, at);
    return { ...resource, file_url: null, xml_url: null, ...('web_url' in resource ? { web_url: null } : {}) };
  };

/** The provider fields without a charged provider (webhooks, section 6). */
export const noProvider = {
  provider_customer_id: null,
  payment_provider: null,
  payment_provider_code: null,
  provider_error: null,
};

/** Takes the alert from the message, in its state at that time. */
export const triggeredAlert: PayloadSource<MessagePayload<'alert.triggered'>> = {
  idOf: ({ triggered_alert: { svc_id } }) => svc_id,
  load: (_transaction, { triggered_alert }) => Promise.resolve(triggered_alert),
};

/** Why an e-invoice could not be made, by field or rule (webhooks, section 6). */
export const faultyEInvoice = (customer: { svc_id: string; external_id: string }, faults: string[]) => ({
  svc_customer_id: customer.svc_id,
  external_customer_id: customer.external_id,
  error_details: einvoicingDetails(faults),
});

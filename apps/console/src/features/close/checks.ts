import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { CloseCheck, MonthClose } from '../../api/records.js';
import { invoicedRows } from '../../ui/figure-lists.js';
import type { RowsPlace } from '../../ui/rows-link.js';

/** A check before the close: its name, what to do where it finds something, and its list. */
interface CheckText {
  label: MessageDescriptor;
  cure: MessageDescriptor;
  place?: RowsPlace;
}

export const checkTexts: Record<CloseCheck['type'], CheckText> = {
  unbilled_work: {
    label: msg`Usage that is not billed yet`,
    cure: msg`Wait until billing is done. Work that fails again and again is the operator's.`,
  },
  draft_invoices: {
    label: msg`Draft invoices`,
    cure: msg`Finalize them, or delete those that should not be.`,
    place: { to: '/$organization/invoices', search: { tab: 'drafts' } },
  },
  pending_invoices: {
    label: msg`Invoices that wait for taxes`,
    cure: msg`Correct the address or tax number of the customer.`,
    place: { to: '/$organization/invoices', search: { tab: 'waiting' } },
  },
  failed_invoices: {
    label: msg`Failed invoices`,
    cure: msg`Correct the cause and retry them.`,
    place: { to: '/$organization/invoices', search: { tab: 'failed' } },
  },
  number_gaps: {
    label: msg`Gaps in invoice numbers`,
    cure: msg`Write down why the number before is missing.`,
  },
  event_errors: {
    label: msg`Events that do not count`,
    cure: msg`Correct the sender and send them again.`,
    place: { to: '/$organization/developers/event-errors', search: {} },
  },
  failed_payments: {
    label: msg`Failed payments`,
    cure: msg`Retry them, or request another payment method.`,
    place: { to: '/$organization/payments', search: { tab: 'failed' } },
  },
  refused_emails: {
    label: msg`E-mails that were refused`,
    cure: msg`Correct the address and send them again.`,
    place: { to: '/$organization/emails', search: { tab: 'refused' } },
  },
  waiting_emails: {
    label: msg`E-mails that wait`,
    cure: msg`Wait, or check the mail server.`,
    place: { to: '/$organization/emails', search: { tab: 'queued' } },
  },
};

/** The parameters of lists that say which state they have; the tab of the page says so instead. */
const states = ['status', 'payment_status'];

/** The list of the objects that a check counts, with the same days; undefined without one. */
export function placeOf({ type, list }: CloseCheck, month: MonthClose): RowsPlace | undefined {
  if (type === 'number_gaps') return { to: '/$organization/invoices', search: invoicedRows(month) };
  const { place } = checkTexts[type];
  if (!place || list === null) return undefined;
  const parameters = [...new URLSearchParams(list.split('?')[1])].filter(([name]) => !states.includes(name));
  return { to: place.to, search: { ...place.search, ...Object.fromEntries(parameters) } };
}

/** How far a check is: done, something to do, or unknown. */
export const stateOf = ({ count }: Pick<CloseCheck, 'count'>): 'done' | 'to_do' | 'unknown' =>
  count === null ? 'unknown' : count === 0 ? 'done' : 'to_do';

// Compares answers that show figures. This happens at once, because later calls change the objects in these answers.
import type { AnswerBody, Organization } from './client.ts';
import { type InvoiceDifferences, leaves } from './compare.ts';
import { actualInvoice } from './figures.ts';
import { lineOfPreview, type PreviewFigures } from './preview-figures.ts';
import type { Call, Estimate } from './rater/calls.ts';
import type { UsageFigures } from './rater/current-usage.ts';
import type { ServiceInvoice } from './service-objects.ts';

function invoiceIn({ invoice }: AnswerBody): ServiceInvoice {
  if (!invoice) throw new Error('The answer has no invoice');
  return invoice;
}

const actualPreview = (invoice: ServiceInvoice): PreviewFigures => ({
  issuing_date: String(invoice.issuing_date),
  fees_amount_cents: String(invoice.fees_amount_cents),
  progressive_billing_credit_amount_cents: String(invoice.progressive_billing_credit_amount_cents),
  coupons_amount_cents: String(invoice.coupons_amount_cents),
  taxes_amount_cents: String(invoice.taxes_amount_cents),
  credit_notes_amount_cents: String(invoice.credit_notes_amount_cents),
  prepaid_credit_amount_cents: String(invoice.prepaid_credit_amount_cents),
  total_amount_cents: String(invoice.total_amount_cents),
  fees: lineOfPreview.actual(invoice.fees),
});

/** Refreshes a draft again. A second refresh without new usage changes nothing (charges, section 7.5). */
async function refreshedTwice(organization: Organization, call: Call, body: AnswerBody): Promise<ServiceInvoice[]> {
  const refreshed = await organization.play(call);
  return [invoiceIn(body), invoiceIn(refreshed.body)];
}

function actualUsage({ customer_usage: usage }: AnswerBody): UsageFigures {
  if (!usage) throw new Error('The answer has no usage');
  const { from_datetime, to_datetime, amount_cents } = usage;
  return { from_datetime, to_datetime, amount_cents: String(amount_cents) };
}

/** The figures of an answer, in the form of those that it must show. */
async function actualOf(
  organization: Organization,
  call: Call,
  body: AnswerBody,
): Promise<NonNullable<Call['shows']>[]> {
  if (call.do.startsWith('GET ')) return [actualUsage(body)];
  if (call.do.endsWith('/preview')) return [actualPreview(invoiceIn(body))];
  return (await refreshedTwice(organization, call, body)).map(actualInvoice);
}

/** @returns the differences between an answer and the figures that the rater expects in it */
export async function differencesOf(
  organization: Organization,
  call: Call,
  shows: NonNullable<Call['shows']>,
  body: AnswerBody,
): Promise<InvoiceDifferences[]> {
  const actual = await actualOf(organization, call, body);
  const differences = actual.flatMap((one) => leaves(shows, one));
  const about = JSON.stringify(call.body) ?? '';
  return differences.length > 0 ? [{ invoice: `the answer of ${call.do} ${about}`, differences }] : [];
}

/**
 * Prices the usage of a subscription by its own plan. The charges have the amounts of its current usage, unless the answer
 * says that it estimates (catalog, section 21).
 */
export async function differencesOfPrices(
  organization: Organization,
  priced: NonNullable<Call['priced']>,
  { customer_usage: usage }: AnswerBody,
): Promise<InvoiceDifferences[]> {
  const { status, body } = await organization.play({ do: 'POST /plans/price', body: priced });
  const charges = body.plan_prices?.usage?.charges ?? [];
  const isEstimate = charges.some(({ estimate_reasons: reasons }) => reasons.some((one) => one !== 'running_period'));
  if (status === 200 && isEstimate) return [];
  const cents = charges.reduce((sum, charge) => sum + charge.amount_cents - charge.true_up_amount_cents, 0);
  const differences = leaves(
    { status: '200', amount_cents: String(usage?.amount_cents) },
    { status: String(status), amount_cents: String(cents) },
  );
  return differences.length > 0
    ? [{ invoice: `the answer of POST /plans/price ${JSON.stringify(priced)}`, differences }]
    : [];
}

/** Compares the creditable amount of an estimate (invoices, section 6.4). */
export async function differencesOfEstimate(
  organization: Organization,
  { body, shows }: Estimate,
): Promise<InvoiceDifferences[]> {
  const { body: answer } = await organization.play({ do: 'POST /credit_notes/estimate', body });
  const actual = {
    max_creditable_amount_cents: String(answer.estimated_credit_note?.max_creditable_amount_cents),
  };
  const differences = leaves(shows, actual);
  return differences.length > 0 ? [{ invoice: 'the answer of POST /credit_notes/estimate', differences }] : [];
}

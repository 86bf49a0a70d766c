import type { PaymentRequest, PlainInvoice } from '@tollgate/contracts';
import type { MailItem, MailPage } from '@tollgate/platform';
import { DateTime } from 'luxon';
import { accountOf, transferOfInvoice } from '../content/payment-part.js';
import type { Language } from '../content/parties.js';
import { buttonOf, frameOf, itemOf, type MailFrame } from './mail-frame.js';
import type { MailLanguage } from './words/mail-language.js';
import type { MailWords } from './words/words.js';

/** The data of a request's mail besides the request itself. */
export interface RequestFrame extends Pick<MailFrame, 'issuer' | 'logo'> {
  /** Its step of a campaign. */
  step: keyof MailWords['request'];
  /** The pages of invoices, by number. */
  urls: Map<string, string>;
  /** Whether these pages lead to a provider's payment page. */
  paysOnline: boolean;
  /** Whether a provider charges the customer, who then transfers nothing. */
  isCharged: boolean;
  /** Unix ms. */
  now: number;
}

/** The mail that requests the payment of overdue invoices (webhooks, sections 7, 16 and 22). */
export function requestPage(request: PaymentRequest, frame: RequestFrame): MailPage {
  const { customer, invoices, amount_cents: cents, amount_currency: currency } = request;
  const { labels, papers, language, words, page, own } = frameOf(customer, frame);
  const amount = language.money(cents, currency);
  const sentence = language.say(words.request[frame.step], { amount });
  const days = invoices[0]?.net_payment_term ?? 0;
  const isSingle = invoices.length === 1;
  return {
    ...page,
    subject: `${page.sender}: ${labels.overdue}`,
    preheader: sentence,
    paragraphs: [
      sentence,
      language.say(language.counted(words.term, days), { count: String(days) }),
      ...(frame.paysOnline && !isSingle ? [words.payEach] : []),
      ...(frame.urls.size > 0 ? [words.invoicesAttached] : []),
      words.alreadyPaid,
      ...own,
    ],
    figure: { label: labels.overdue, value: amount, remark: '' },
    facts: [],
    items: invoices.map((invoice) => overdueItem(invoice, { ...frame, language, zone: customer.applicable_timezone })),
    section: transferOf(request, frame, papers),
    // Several invoices have a link each.
    button: isSingle ? buttonFor(invoices[0]?.number ?? '', words, frame) : null,
  };
}

function buttonFor(number: string, words: MailWords, { urls, paysOnline }: RequestFrame): MailPage['button'] {
  const button = buttonOf(words, 'invoice', urls.get(number) ?? null);
  return button && paysOnline ? { ...button, label: words.pay } : button;
}

interface OverdueFrame extends Pick<RequestFrame, 'urls' | 'now'> {
  language: MailLanguage;
  /** The customer's time zone. */
  zone: string;
}

/** An invoice with its amount due, its due date, and the days since then. */
function overdueItem(invoice: PlainInvoice, { urls, now, language, zone }: OverdueFrame): MailItem {
  const { payment_due_date: day, total_due_amount_cents: cents } = invoice;
  const today = DateTime.fromMillis(now, { zone }).startOf('day');
  const late = Math.max(0, Math.floor(today.diff(DateTime.fromISO(day, { zone }), 'days').days));
  const words = language.counted(language.words.late, late);
  const remark = language.say(words, { date: language.day(day), count: String(late) });
  return { ...itemOf(invoice, cents, language, urls), remark };
}

/** Characters that a transfer takes as its reference. */
const longestReference = 140;

/** How to transfer the amount; null where a provider charges the customer, and without an account. */
function transferOf(
  { invoices }: PaymentRequest,
  { issuer, isCharged }: RequestFrame,
  language: Language,
): MailPage['section'] {
  const iban = issuer.bank_account_iban;
  if (isCharged || iban === null) return null;
  const [first, ...others] = invoices;
  const transfer =
    first && others.length === 0
      ? transferOfInvoice(first)
      : { reference: referenceOf(invoices), structured: null, currency: first?.currency ?? '' };
  return { title: language.labels.howToPay, facts: accountOf(transfer, issuer, { iban, language }) };
}

/** As many numbers of invoices as a reference takes. */
function referenceOf(invoices: PlainInvoice[]): string {
  return invoices
    .map(({ number }) => number)
    .reduce((text, number) => (text.length + number.length + 2 > longestReference ? text : `${text}, ${number}`));
}

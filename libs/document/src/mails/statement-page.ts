import type { EmbeddedCustomer, IssuedStatement } from '@tollgate/contracts';
import type { MailPage } from '@tollgate/platform';
import { buttonOf, frameOf, type MailDocument, type MailFrame } from './mail-frame.js';

/** The overdue amount at the end of a statement, in cents. */
const overdueOf = ({ ageing }: IssuedStatement): number =>
  ageing.up_to_30_days_amount_cents +
  ageing.up_to_60_days_amount_cents +
  ageing.up_to_90_days_amount_cents +
  ageing.over_90_days_amount_cents;

/** The mail of a statement of account: its days, its balance, and what is overdue (webhooks, section 7). */
export function statementPage(
  statement: IssuedStatement,
  customer: EmbeddedCustomer,
  { title }: MailDocument,
  frame: MailFrame,
): MailPage {
  const { labels, language, words, page, own } = frameOf(customer, frame);
  const money = (cents: number) => language.money(cents, statement.currency);
  const [from, to] = [language.day(statement.from_date), language.day(statement.to_date)];
  const amount = money(statement.closing_balance_cents);
  const sentence = language.say(words.statement.balance, { from, to, amount });
  const overdue = overdueOf(statement);
  const late = language.say(words.statement.overdue, { amount: money(overdue) });
  const available = statement.available_credit_cents;
  return {
    ...page,
    subject: `${page.sender}: ${title} ${from} – ${to}`,
    preheader: sentence,
    paragraphs: [
      sentence,
      ...(overdue > 0 ? [late] : []),
      words.attached,
      ...(overdue > 0 ? [words.alreadyPaid] : []),
      ...own,
    ],
    figure: {
      label: labels.statement.closing,
      value: amount,
      remark: language.say(labels.statement.balanceOn, { day: to }),
    },
    facts: [
      { label: labels.statement.period, value: `${from} – ${to}` },
      ...(available === 0 ? [] : [{ label: labels.statement.availableCredit, value: money(available) }]),
    ],
    button: buttonOf(words, 'statement', frame.url),
  };
}

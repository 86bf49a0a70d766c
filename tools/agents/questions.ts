// Thirty questions in the words of people, each with the tool that answers it and the figure of the answer.
import type { Known } from './organization.ts';

type Answer = Record<string, unknown>;

export interface Question {
  question: string;
  tool: string;
  input: (known: Known) => Record<string, unknown>;
  /** Where the figure is in the answer: names and places, such as `fees.0.units`; or what finds it there. */
  figure: string | ((answer: Answer) => unknown);
  /** Computed by hand, or found by other calls. */
  expected: unknown;
}

interface Line {
  code: string;
  units: string;
  amount: { amount_cents: number };
  difference: { amount_cents: number };
  causes: string[];
}
const lineOf = (answer: Answer, code: string) => (answer['fees'] as Line[]).find((line) => line.code === code);
const rowsOf = (answer: Answer, name: string) => answer[name] as Record<string, unknown>[];
const first = (known: Known) => ({ invoice: known.numbers['acme 2026-02'] });
const second = (known: Known) => ({ invoice: known.numbers['acme 2026-03'] });
const months = { month_before: '2026-02', month_after: '2026-03' };
const usage = { plan_code: 'pro', subscription: 'acme-main', periods_ago: 1 };

const found: Question[] = [
  {
    question: 'Which customer is called Beta?',
    tool: 'find',
    input: () => ({ query: 'Beta' }),
    figure: (answer) => rowsOf(answer, 'found').find(({ type }) => type === 'customer')?.['code'],
    expected: 'beta',
  },
  {
    question: 'Is there a plan called Pro?',
    tool: 'find',
    input: () => ({ query: 'pro' }),
    figure: (answer) => rowsOf(answer, 'found').find(({ type }) => type === 'plan')?.['code'],
    expected: 'pro',
  },
  {
    question: "Which customer has Acme's first invoice?",
    tool: 'find',
    input: ({ numbers }) => ({ query: numbers['acme 2026-02'] }),
    figure: (answer) => rowsOf(answer, 'found').find(({ type }) => type === 'invoice')?.['customer'],
    expected: 'acme',
  },
];

const explained: Question[] = [
  {
    question: "What is the total of Acme's first invoice?",
    tool: 'explain_invoice',
    input: first,
    figure: 'amounts.total.amount_cents',
    expected: 2520,
  },
  {
    question: 'How much of it are taxes?',
    tool: 'explain_invoice',
    input: first,
    figure: 'amounts.taxes.amount',
    expected: '4.20 EUR',
  },
  {
    question: 'How many exports are on it, and for how much?',
    tool: 'explain_invoice',
    input: first,
    figure: (answer) => [lineOf(answer, 'exports')?.units, lineOf(answer, 'exports')?.amount.amount_cents],
    expected: ['3.0', 600],
  },
  {
    question: 'Which month does it bill?',
    tool: 'explain_invoice',
    input: first,
    figure: 'periods.0.from',
    expected: '2026-01-01T00:00:00Z',
  },
  {
    question: 'Is it paid?',
    tool: 'explain_invoice',
    input: first,
    figure: 'invoice.payment_status',
    expected: 'succeeded',
  },
  {
    question: 'Do the steps lead to the stored total?',
    tool: 'explain_invoice',
    input: second,
    figure: 'steps_agree',
    expected: true,
  },
  {
    question: 'What is the price of a call on it?',
    tool: 'explain_fee',
    input: ({ feeId }) => ({ fee_id: feeId }),
    figure: 'rule.properties.amount',
    expected: '0.5',
  },
  {
    question: 'Which event is in this fee?',
    tool: 'explain_fee',
    input: ({ feeId }) => ({ fee_id: feeId, events: true }),
    figure: 'events.0.transaction_id',
    expected: 'acme calls 2026-01-10',
  },
];

const compared: Question[] = [
  {
    question: "How much more is Acme's second invoice than the first?",
    tool: 'why_differs',
    input: () => ({ customer: 'acme', ...months }),
    figure: 'differences.total.amount',
    expected: '7.20 EUR',
  },
  {
    question: 'Which item made the largest difference?',
    tool: 'why_differs',
    input: ({ numbers }) => ({ before: numbers['acme 2026-02'], after: numbers['acme 2026-03'] }),
    figure: (answer) => rowsOf(answer, 'fees').map(({ code }) => code)[0],
    expected: 'calls',
  },
  {
    question: 'Was it the price or the quantity?',
    tool: 'why_differs',
    input: () => ({ customer: 'acme', ...months }),
    figure: (answer) => lineOf(answer, 'calls')?.causes,
    expected: ['units'],
  },
  {
    question: 'How much less did Beta spend on calls?',
    tool: 'why_differs',
    input: () => ({ customer: 'beta', ...months }),
    figure: (answer) => lineOf(answer, 'calls')?.difference.amount_cents,
    expected: -5000,
  },
];

const used: Question[] = [
  {
    question: 'What has Acme used so far this month, in money?',
    tool: 'usage_now',
    input: () => ({ customer: 'acme' }),
    figure: 'amount.amount_cents',
    expected: 200,
  },
  {
    question: 'How many calls are that?',
    tool: 'usage_now',
    input: () => ({ customer: 'acme', subscription: 'acme-main' }),
    figure: (answer) => rowsOf(answer, 'charges').find(({ charge }) => charge === 'calls')?.['units'],
    expected: '4.0',
  },
  {
    question: 'And Beta?',
    tool: 'usage_now',
    input: () => ({ customer: 'beta' }),
    figure: 'amount.amount_cents',
    expected: 0,
  },
  {
    question: 'How many months were billed to Acme?',
    tool: 'usage_trend',
    input: () => ({ customer: 'acme' }),
    figure: (answer) => rowsOf(answer, 'periods').length,
    expected: 2,
  },
  {
    question: 'On which days of February did Acme make calls?',
    tool: 'usage_trend',
    input: () => ({ customer: 'acme', metric: 'calls', from: '2026-02-01', to: '2026-02-28' }),
    figure: (answer) =>
      rowsOf(answer, 'steps')
        .filter(({ events_count: count }) => count !== 0)
        .map(({ from, units }) => [from, units]),
    expected: [['2026-02-05T00:00:00Z', '30']],
  },
];

const late: Question[] = [
  {
    question: 'How many invoices are overdue?',
    tool: 'overdue',
    input: () => ({}),
    figure: 'invoices_count',
    expected: 3,
  },
  {
    question: 'How much is that in total?',
    tool: 'overdue',
    input: () => ({}),
    figure: 'totals.0.due.amount',
    expected: '116.40 EUR',
  },
  {
    question: 'How much does Beta owe?',
    tool: 'overdue',
    input: () => ({ customer: 'beta' }),
    figure: 'totals.0.due.amount_cents',
    expected: 8400,
  },
  {
    question: "Why is Acme's second invoice not paid?",
    tool: 'payment_problem',
    input: second,
    figure: (answer) => (answer['findings'] as string[]).includes('no_payment_method'),
    expected: true,
  },
  {
    question: 'And the first one?',
    tool: 'payment_problem',
    input: first,
    figure: 'findings',
    expected: ['paid'],
  },
  {
    question: 'Whose wallet is empty?',
    tool: 'who_is_over',
    input: () => ({}),
    figure: (answer) => rowsOf(answer, 'low_wallets').map(({ customer }) => customer),
    expected: ['beta'],
  },
];

const other: Question[] = [
  {
    question: "What would Acme's February cost with the plan Pro?",
    tool: 'price_what_if',
    input: () => usage,
    figure: 'tested.total.amount',
    expected: '34.00 EUR',
  },
  {
    question: 'And what did it cost?',
    tool: 'price_what_if',
    input: () => usage,
    figure: 'present.total.amount_cents',
    expected: 2700,
  },
  {
    question: 'Why does this event not count?',
    tool: 'events_wrong',
    input: () => ({ transaction_id: 'acme callz 2026-03-04', subscription: 'acme-main' }),
    figure: 'reasons',
    expected: ['unknown_code'],
  },
  {
    question: 'Which call voids an invoice?',
    tool: 'docs_search',
    input: () => ({ query: 'void an invoice' }),
    figure: 'calls.0.call',
    expected: 'POST /invoices/{svc_id}/void',
  },
];

export const questions: readonly Question[] = [...found, ...explained, ...compared, ...used, ...late, ...other];

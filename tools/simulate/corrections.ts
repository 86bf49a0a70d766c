// Calls on invoices of random lives: payments, credit notes, voids, disputes; and invoices of add-ons. The number
// `choose.nth` selects the invoice; the second rater knows which invoices exist by then.

import type { CorrectionKind } from './correction-kinds.ts';
import type { CallStep, NoteParts } from './history.ts';
import type { Life } from './life-state.ts';

const steps: Record<CorrectionKind, (life: Life) => CallStep[]> = {
  payments: ({ papers }) => [
    {
      do: 'POST /payments',
      choose: { nth: papers.int(0, 999), share: papers.pick([1, 1, 1, 0.5, 0.37, 1.2]) },
    },
  ],
  credit_notes: ({ papers }) =>
    papers.chance(0.15)
      ? [{ do: 'PUT /credit_notes', choose: { nth: papers.int(0, 999) } }]
      : [
          {
            do: 'POST /credit_notes',
            choose: {
              nth: papers.int(0, 999),
              shares: Array.from({ length: 4 }, () => papers.pick([0, 1, 1, 0.5, 0.31])),
              parts: papers.pick<NoteParts>(['credit', 'credit', 'refund', 'offset', 'credit and refund']),
            },
          },
        ],
  note_by_note: ({ papers }) => {
    const nth = papers.int(0, 999);
    const refund = papers.chance(0.3);
    return Array.from({ length: 9 }, () => ({ do: 'POST /credit_notes', choose: { nth, one: true, refund } }));
  },
  voids: ({ papers, mix, has }) => [
    {
      do: 'POST /invoices/void',
      choose: {
        nth: papers.int(0, 999),
        ...(has('sale_voids') ? { sales: mix.chance(0.5) } : {}),
        ...(papers.chance(0.4)
          ? { credits: papers.pick([0, 0, 0.5, 0.27, 1, 1.1]), refunds: papers.pick([0, 0, 0.5, 1]) }
          : {}),
      },
    },
  ],
  disputes: ({ papers }) => [{ do: 'POST /invoices/lose_dispute', choose: { nth: papers.int(0, 999) } }],
  one_offs: ({ papers, addOns, taxes, customers, currency }) => {
    if (addOns.length === 0) return [];
    const fees = papers.some(addOns, 0.7).map(({ code }) => ({
      add_on_code: code,
      ...(papers.chance(0.7) ? { unit_amount_cents: papers.int(0, 20000) } : {}),
      ...(papers.chance(0.6)
        ? { units: papers.chance(0.5) ? papers.int(1, 20) : `${papers.int(0, 9)}.${papers.int(1, 999)}` }
        : {}),
      ...(taxes.length > 0 && papers.chance(0.3) ? { tax_codes: [papers.pick(taxes).code] } : {}),
    }));
    const customer = papers.pick(customers).external_id;
    if (fees.length === 0) return [];
    return [{ do: 'POST /invoices', body: { invoice: { external_customer_id: customer, currency, fees } } }];
  },
};

/** Adds such calls between two steps of the clock. */
export function actOnInvoices(life: Life): void {
  const { papers } = life;
  for (const kind of papers.shuffled(life.corrections)) if (papers.chance(0.6)) life.steps.push(...steps[kind](life));
}

/** The outlines of icons, in a square of 16 units. */
const outlines = {
  overview: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  analytics: 'M3 13.5V8M8 13.5v-11M13 13.5V5.5',
  close: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3M6 10l1.5 1.5L10.5 9',
  customers: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.6-2.4 2.5-3.5 5-3.5s4.4 1.1 5 3.5',
  subscriptions: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12 2v3H9M4 14v-3h3',
  invoices: 'M4 2.5h8v11l-2-1.3-2 1.3-2-1.3-2 1.3zM6 6h4M6 9h4',
  creditNotes: 'M4 2.5h8v11H4zM6 8h4',
  payments: 'M2 4h12v8.5H2zM2 7h12',
  requests: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  receipts: 'M4 2.5h8v11l-2-1.3-2 1.3-2-1.3-2 1.3zM6 8l1.5 1.5 3-3',
  wallets: 'M2.5 5h11v8.5h-11zM2.5 5l8-2.5V5M10 9.2h3.5',
  catalog: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6',
  developers: 'M5.5 5l-3 3 3 3M10.5 5l3 3-3 3',
  settings: 'M3 4.5h10M3 8h10M3 11.5h10M6 3v3M10 6.5v3M5 10v3',
};
export type IconName = keyof typeof outlines;

/** A sign beside a name, which says nothing more. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden>
    <path d={outlines[name]} />
  </svg>
);

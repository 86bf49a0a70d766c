import { useState } from 'react';
import { Failure, looks, Shown } from './frame.js';
import { useInvoices, usePrepareFile } from './hooks.js';
import { dayText, moneyText } from './money.js';
import { useTollgate } from './provider.js';
import type { Texts } from './texts.js';
import type { Invoice } from './types.js';

const stateOf = (invoice: Invoice): 'voided' | 'paid' | 'overdue' | 'open' => {
  if (invoice.status === 'voided') return 'voided';
  if (invoice.payment_status === 'succeeded' || invoice.total_due_amount_cents === 0) return 'paid';
  return invoice.payment_overdue ? 'overdue' : 'open';
};

/** The invoices of the customer with their files. @param perPage rows of a page, 20 by default */
export function Invoices({ perPage = 20 }: { perPage?: number }) {
  const { texts } = useTollgate();
  const [page, setPage] = useState(1);
  const answer = useInvoices(page, perPage);
  return (
    <Shown of={answer}>
      {({ invoices, meta }) =>
        meta.total_count === 0 ? (
          <p>{texts.noInvoices}</p>
        ) : (
          <div className="tollgate-invoices">
            <table style={looks.table} aria-label={texts.invoices}>
              <Head texts={texts} />
              <tbody>
                {invoices.map((invoice) => (
                  <Row key={invoice.svc_id} invoice={invoice} onFile={answer.reload} />
                ))}
              </tbody>
            </table>
            {meta.total_pages > 1 ? (
              <p>
                <button type="button" style={looks.plain} disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {texts.newer}
                </button>{' '}
                <button
                  type="button"
                  style={looks.plain}
                  disabled={page >= meta.total_pages}
                  onClick={() => setPage(page + 1)}
                >
                  {texts.older}
                </button>
              </p>
            ) : null}
          </div>
        )
      }
    </Shown>
  );
}

const Head = ({ texts }: { texts: Texts }) => (
  <thead>
    <tr>
      {[texts.number, texts.issued, texts.due, texts.state].map((text) => (
        <th key={text} scope="col" style={looks.cell}>
          {text}
        </th>
      ))}
      <th scope="col" style={looks.number}>
        {texts.amount}
      </th>
      <td style={looks.cell} />
    </tr>
  </thead>
);

function Row({ invoice, onFile }: { invoice: Invoice; onFile(): void }) {
  const { locale, texts } = useTollgate();
  const prepare = usePrepareFile();
  const state = stateOf(invoice);
  return (
    <tr>
      <th scope="row" style={looks.cell}>
        {invoice.number}
      </th>
      <td style={looks.cell}>{dayText(invoice.issuing_date, locale)}</td>
      <td style={looks.cell}>{invoice.payment_due_date ? dayText(invoice.payment_due_date, locale) : '–'}</td>
      <td style={{ ...looks.cell, ...(state === 'overdue' ? looks.alert : {}) }}>{texts[state]}</td>
      <td style={looks.number}>{moneyText(invoice.total_amount_cents, invoice.currency, locale)}</td>
      <td style={looks.cell}>
        {invoice.file_url ? (
          <a href={invoice.file_url} target="_blank" rel="noopener noreferrer">
            {texts.file}
          </a>
        ) : (
          <button
            type="button"
            style={looks.plain}
            disabled={prepare.isRunning}
            onClick={() => void prepare.run({ invoiceId: invoice.svc_id }).then(onFile, () => undefined)}
          >
            {texts.prepareFile}
          </button>
        )}
        {prepare.error ? <Failure>{texts.refused}</Failure> : null}
      </td>
    </tr>
  );
}

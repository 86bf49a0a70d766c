import { useState } from 'react';
import { Anchor, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Amount, Day } from '../ui/values.js';
import { invoicesQuery, type Invoice, type InvoiceSearch } from './calls.js';
import { InvoiceFile } from './files.js';
import { isDue } from './invoice-state.js';
import { InvoiceState, useIsPayable } from './made-payments.js';
import { Empty, Pager, Read, Section, useMayChange } from './parts.js';
import { Pay } from './pay.js';
import { addressOfInvoice, followInPage, numberId } from './place.js';

const firstPage: InvoiceSearch = { term: '', kind: 'all', page: 1 };

/** The issued invoices, latest first, with a search, a filter and their files. */
export function Invoices() {
  const { t } = useLingui();
  const [search, setSearch] = useState(firstPage);
  const [chosen, setChosen] = useState<readonly Invoice[]>([]);
  const invoices = useQuery({ ...invoicesQuery(search), placeholderData: keepPreviousData });
  const kinds = [
    { value: 'all', label: t`All` },
    { value: 'open', label: t`Due` },
    { value: 'overdue', label: t`Overdue` },
    { value: 'paid', label: t`Paid` },
    { value: 'voided', label: t`Voided` },
  ];
  return (
    <Section id="invoices" title={<Trans>Invoices</Trans>}>
      <Group align="end" gap="sm">
        <TextInput
          type="search"
          label={t`Number`}
          value={search.term}
          onChange={({ currentTarget: { value } }) => setSearch({ ...search, term: value, page: 1 })}
        />
        <NativeSelect
          label={t`Show`}
          data={kinds}
          value={search.kind}
          onChange={({ currentTarget: { value } }) =>
            setSearch({ ...search, kind: value as InvoiceSearch['kind'], page: 1 })
          }
        />
      </Group>
      <Read of={invoices}>
        {({ invoices: rows, meta }) =>
          rows.length === 0 ? (
            <Empty>
              <Trans>No invoices match this state.</Trans>
            </Empty>
          ) : (
            <>
              <InvoiceTable rows={rows} chosen={chosen} onChoose={setChosen} />
              <PayChosen chosen={chosen.map((one) => rows.find(({ svc_id }) => svc_id === one.svc_id) ?? one)} />
              <Pager page={search.page} pages={meta.total_pages} onPage={(page) => setSearch({ ...search, page })} />
            </>
          )
        }
      </Read>
    </Section>
  );
}

interface Choice {
  chosen: readonly Invoice[];
  onChoose(chosen: readonly Invoice[]): void;
}

/** The payment of the chosen invoices; one payment has one currency. */
function PayChosen({ chosen }: { chosen: readonly Invoice[] }) {
  // One that is paid meanwhile has nothing due any more.
  const due = chosen.filter(isDue);
  const [first, ...others] = due;
  if (!first) return null;
  const { currency } = first;
  if (others.some((invoice) => invoice.currency !== currency))
    return (
      <Text role="status">
        <Trans>Choose invoices of one currency.</Trans>
      </Text>
    );
  const dueCents = due.reduce((sum, invoice) => sum + invoice.total_due_amount_cents, 0);
  const ids = due.map(({ svc_id: id }) => id);
  return <Pay key={ids.join()} amount={{ currency, amount_cents: dueCents }} invoiceIds={ids} />;
}

/** Chooses an invoice for a payment; nothing for one that is not due, or is being paid. */
function Choose({ invoice, chosen, onChoose }: { invoice: Invoice } & Choice) {
  const { t } = useLingui();
  const mayChange = useMayChange();
  const { svc_id: id, number } = invoice;
  const isPayable = useIsPayable(invoice);
  if (!mayChange || !isPayable) return null;
  const others = chosen.filter((one) => one.svc_id !== id);
  return (
    <input
      type="checkbox"
      aria-label={t`Choose invoice ${number} for a payment`}
      checked={others.length < chosen.length}
      onChange={({ currentTarget: { checked } }) => onChoose(checked ? [...others, invoice] : others)}
    />
  );
}

function InvoiceTable({ rows, chosen, onChoose }: { rows: readonly Invoice[] } & Choice) {
  const { t } = useLingui();
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t`Table of invoices`}>
      <table className="records cards">
        <thead>
          <tr>
            <th>
              <Trans>Pay</Trans>
            </th>
            <th>
              <Trans>Number</Trans>
            </th>
            <th className="wide-only">
              <Trans>Issued</Trans>
            </th>
            <th>
              <Trans>Due on</Trans>
            </th>
            <th>
              <Trans>State</Trans>
            </th>
            <th className="right wide-only">
              <Trans>Total</Trans>
            </th>
            <th className="right">
              <Trans>Still due</Trans>
            </th>
            <th>
              <Trans>File</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((invoice) => (
            <tr key={invoice.svc_id}>
              <td data-label={t`Pay`}>
                <Choose invoice={invoice} chosen={chosen} onChoose={onChoose} />
              </td>
              <th scope="row">
                <Anchor id={numberId(invoice.svc_id)} href={addressOfInvoice(invoice.svc_id)} onClick={followInPage}>
                  {invoice.number}
                </Anchor>
              </th>
              <td className="wide-only" data-label={t`Issued`}>
                <Day date={invoice.issuing_date} />
              </td>
              <td data-label={t`Due on`}>
                <Day date={invoice.payment_due_date} />
              </td>
              <td data-label={t`State`}>
                <InvoiceState invoice={invoice} />
              </td>
              <td className="right wide-only" data-label={t`Total`}>
                <Amount cents={invoice.total_amount_cents} currency={invoice.currency} />
              </td>
              <td className="right" data-label={t`Still due`}>
                <Amount cents={invoice.total_due_amount_cents} currency={invoice.currency} />
              </td>
              <td data-label={t`File`}>
                <InvoiceFile invoice={invoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { CurrencyAmount } from '../api/records.js';
import type { Search } from './filters.js';
import { useAddress } from './use-address.js';

/** The sums of a list in one currency: of its amounts, and others that the call adds up. */
export interface ListSum extends CurrencyAmount {
  amount_excluding_taxes_cents?: number;
  amount_due_cents?: number;
  refund_amount_cents?: number;
}

/** Where an answer is in its list. */
export interface Meta {
  current_page: number;
  total_pages: number;
  total_count: number;
  /** Only with a cursor. */
  next_cursor?: string | null;
  counts?: Record<string, number>;
  /** Only with `sums`; null for a list that is too long. */
  sums?: readonly ListSum[] | null;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Cursors of the pages before this one, the first page first. */
    trail?: string[];
  }
}

const pageSizes = ['25', '50', '100'];
const defaultSize = '50';

/** The rows of a page, as the address says. */
export const sizeOf = ({ per_page: requested }: Search): string =>
  pageSizes.find((size) => size === requested) ?? defaultSize;

function PageSize() {
  const { t } = useLingui();
  const { search, change } = useAddress();
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Rows of a page`}
      value={sizeOf(search)}
      data={pageSizes}
      onChange={(event) => change({ per_page: event.currentTarget.value })}
    />
  );
}

/** The way between numbered pages. */
export function Pager({ meta }: { meta: Meta }) {
  const { t, i18n } = useLingui();
  const { change } = useAddress();
  const { total_pages: pages } = meta;
  const page = Math.max(meta.current_page, 1);
  const number = (value: number) => value.toLocaleString(i18n.locale);
  return (
    <nav className="pager" aria-label={t`Pages`}>
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => change({ page: String(page - 1) })}>
        {t`Previous`}
      </Button>
      <span>{t`Page ${number(page)} of ${number(Math.max(pages, 1))}`}</span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => change({ page: String(page + 1) })}>
        {t`Next`}
      </Button>
      <PageSize />
    </nav>
  );
}

/**
 * The way through a list by cursors. The history of the tab knows the cursors before; a link to the middle of a list
 * leads back to its beginning.
 */
export function CursorPager({ meta }: { meta: Meta }) {
  const { t, i18n } = useLingui();
  const { search } = useAddress();
  const navigate = useNavigate();
  const { trail = [] } = useLocation({ select: ({ state }) => state });
  const here = search.cursor ?? '';
  const go = (cursor: string, trailThere: string[]) => {
    const { cursor: _cursor, ...rest } = search;
    void navigate({
      to: '.',
      search: cursor === '' ? rest : { ...rest, cursor },
      state: (state) => ({ ...state, trail: trailThere }),
    });
  };
  const isLinked = here !== '' && trail.length === 0;
  const next = meta.next_cursor ?? '';
  return (
    <nav className="pager" aria-label={t`Pages`}>
      <Button
        variant="default"
        size="xs"
        disabled={here === ''}
        onClick={() => go(trail.at(-1) ?? '', trail.slice(0, -1))}
      >
        {isLinked ? t`To the beginning` : t`Previous`}
      </Button>
      {isLinked ? null : <span>{t`Page ${(trail.length + 1).toLocaleString(i18n.locale)}`}</span>}
      <Button variant="default" size="xs" disabled={next === ''} onClick={() => go(next, [...trail, here])}>
        {t`Next`}
      </Button>
      <PageSize />
    </nav>
  );
}

import type { ReactNode } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useMembership } from '../frame/membership.js';
import type { Search } from './filters.js';

/** Where the rows of a figure are: a list, with the filters that give exactly its amount. */
export interface RowsPlace {
  to: NonNullable<LinkProps['to']>;
  search: Search;
}

/** Leads from a figure to its rows. */
export function RowsLink({ to, search, children }: RowsPlace & { children: ReactNode }) {
  const { path } = useMembership();
  return (
    <Link to={to} params={{ organization: path } as never} search={search as never} className="record-link">
      {children}
    </Link>
  );
}

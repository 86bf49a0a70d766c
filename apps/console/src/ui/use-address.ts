import { useCallback } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from './filters.js';

const withoutEmpty = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''));

/** The search of an address, and a function that changes it; a change of filters goes to the beginning of the list. */
export function useAddress() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search) =>
      void navigate({ to: '.', search: withoutEmpty({ ...search, page: '', cursor: '', ...changes }) }),
    [navigate, search],
  );
  return { search, change };
}

import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../api/client.js';
import { showFor } from '../frame/languages.js';
import { customerQuery } from './calls.js';
import { discardToken, hasToken } from './token.js';

/** Whether a call was refused because the address or the session has ended. */
export const isEnded = (error: unknown): boolean => error instanceof Refusal && error.status === 401;

/** Reads the customer of the token, and shows the page in its language and under the name of its issuer. */
export function useCustomer() {
  const reading = useQuery({ ...customerQuery, enabled: hasToken() });
  const { data, error } = reading;
  useEffect(() => {
    if (isEnded(error)) discardToken();
  }, [error]);
  useEffect(() => {
    if (!data) return;
    document.title = data.issuer.name;
    void showFor(data.access.locale ?? data.customer.document_locale, data.issuer.document_locale);
  }, [data?.access.locale, data?.customer.document_locale, data?.issuer.document_locale, data?.issuer.name]);
  return reading;
}

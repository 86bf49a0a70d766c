import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { TollgateClient, type ClientSettings } from './client.js';
import { textsOf, type Texts } from './texts.js';

interface Surroundings {
  client: TollgateClient;
  /** The language of texts, dates and amounts, such as `de-AT`. */
  locale: string;
  texts: Texts;
}

const Surrounding = createContext<Surroundings | null>(null);

interface Props extends ClientSettings {
  /** By default that of the browser. */
  locale?: string;
  /** Words in place of the usual ones. */
  texts?: Partial<Texts>;
  children: ReactNode;
}

/** Gives the parts below it the portal of one customer. Another token is another customer: all parts read again. */
export function TollgateProvider({ baseUrl, token, refresh, locale, texts, children }: Props) {
  // The page may pass another function with each drawing: that must not make a new client.
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  const renews = refresh !== undefined;
  const client = useMemo(
    () =>
      new TollgateClient({
        baseUrl,
        token,
        ...(renews ? { refresh: () => latest.current?.() ?? Promise.resolve(token) } : {}),
      }),
    [baseUrl, token, renews],
  );
  const language = locale ?? (typeof navigator === 'undefined' ? 'en' : navigator.language);
  const value = useMemo(
    () => ({ client, locale: language, texts: textsOf(language, texts) }),
    [client, language, texts],
  );
  return <Surrounding.Provider value={value}>{children}</Surrounding.Provider>;
}

/** The client, language and words of the provider above. @throws Error outside of one */
export function useTollgate(): Surroundings {
  const found = useContext(Surrounding);
  if (!found) throw new Error('Put this part into a <TollgateProvider>');
  return found;
}

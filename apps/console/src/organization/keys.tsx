import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { Creation } from '../acts/act.js';
import { OpenedAct } from '../acts/opened-act.js';
import { useMembership } from '../frame/membership.js';
import { searchOpened, useGroups } from './navigation.js';
import { useKey } from '../frame/use-key.js';
import type { LoadCreations } from './use-creations.js';

const togetherMs = 1_000;
const loadPalette = async () => ({ default: (await import('./palette.js')).Palette });
const Palette = lazy(loadPalette);
/** The code of the search loads once the page has its rows, so that its first use does not wait. */
const idleMs = 2_000;

/**
 * Keeps what is typed after the search was opened and before its field has the focus: none of it is a command of the page.
 * @returns what was typed so far
 */
function useTypedEarly(isSearching: boolean) {
  const typed = useRef('');
  useEffect(() => {
    typed.current = '';
    if (!isSearching) return;
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, [isSearching]);
  return () => typed.current;
}

/** Gives the focus back to where it was before the search. */
function useFocusBack(isSearching: boolean) {
  useEffect(() => {
    if (!isSearching) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isSearching]);
}

/** Whether the search is open: by its key, or by the button of the navigation. */
function useSearchKey() {
  const [isSearching, { open, close }] = useDisclosure(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    window.addEventListener(searchOpened, open);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener(searchOpened, open);
    };
  }, [open]);
  return [isSearching, close] as const;
}

/**
 * Keys of all pages: `g` and a letter go to a list, `/` goes to the first filter, `?` shows all keys.
 * @param loadCreations loads the acts that the search offers on all pages
 */
export function Keys({ loadCreations }: { loadCreations: LoadCreations }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { path } = useMembership();
  const items = useGroups().flatMap(({ items: all }) => all.filter(({ key }) => key !== undefined));
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isSearching, endSearch] = useSearchKey();
  const typedEarly = useTypedEarly(isSearching);
  useFocusBack(isSearching);
  const [creation, setCreation] = useState<Creation | null>(null);
  useEffect(() => {
    const idle = window.setTimeout(() => void loadPalette(), idleMs);
    return () => window.clearTimeout(idle);
  }, []);
  const begunAt = useRef(0);
  const byKey = Object.fromEntries(
    items.map(({ key, to }) => [
      key,
      () => {
        if (performance.now() - begunAt.current > togetherMs) return;
        void navigate({ to, params: { organization: path } as never });
      },
    ]),
  );
  useKey({
    ...byKey,
    g: () => {
      begunAt.current = performance.now();
    },
    '/': (event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>('main input')?.focus();
    },
    '?': open,
  });
  const general = [
    ['⌘K', t`Search everything, and act`],
    ['/', t`Go to the first filter`],
    ['j, k', t`Next and previous row`],
    ['Enter', t`Open the row`],
    ['`', t`Events, webhooks and calls of the page`],
    ['x, ⇧x', t`Select the row, or all rows since the last one`],
    ['⌘A', t`Select all rows of the page`],
    ['?', t`Show the keys`],
  ];
  return (
    <>
      {isSearching ? (
        <Suspense>
          <Palette typedEarly={typedEarly} loadCreations={loadCreations} onCreate={setCreation} onClose={endSearch} />
        </Suspense>
      ) : null}
      <OpenedAct chosen={creation} record={null} onClose={() => setCreation(null)} />
      <Modal opened={isOpen} onClose={close} title={t`Keys`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <dl className="keys">
          {[...general, ...items.map(({ key, label }) => [`g ${key}`, t(label)])].map(([keys, meaning]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}

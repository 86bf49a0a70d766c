import { lazy, Suspense, useEffect, useRef } from 'react';
import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMembership } from '../frame/membership.js';
import { searchOpened, useGroups } from './navigation.js';
import { useKey } from '../frame/use-key.js';

const togetherMs = 1_000;
const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

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

/** Keys of all pages: `g` and a letter go to a list, `/` goes to the first filter, `?` shows all keys. */
export function Keys() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { path } = useMembership();
  const items = useGroups().flatMap(({ items: all }) => all.filter(({ key }) => key !== undefined));
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isSearching, endSearch] = useSearchKey();
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
    ['⌘K', t`Search everything`],
    ['/', t`Go to the first filter`],
    ['j, k', t`Next and previous row`],
    ['Enter', t`Open the row`],
    ['?', t`Show the keys`],
  ];
  return (
    <>
      {isSearching ? (
        <Suspense>
          <Palette onClose={endSearch} />
        </Suspense>
      ) : null}
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

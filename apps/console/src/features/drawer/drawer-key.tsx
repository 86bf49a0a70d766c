import { lazy, Suspense } from 'react';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useKey } from '../../frame/use-key.js';
import { useMembership } from '../../frame/membership.js';

const Drawer = lazy(async () => ({ default: (await import('./drawer.js')).Drawer }));

/** The drawer of developers at the foot of each page, by its key or its button; nothing without a permission for it. */
export function DeveloperDrawer() {
  const { t } = useLingui();
  const { may } = useMembership();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  useKey({ '`': toggle });
  if (!may('developers:manage') && !may('audit_logs:view')) return null;
  return isOpen ? (
    <Suspense>
      <Drawer onClose={close} />
    </Suspense>
  ) : (
    <Button className="open-drawer" size="compact-xs" variant="default" onClick={toggle}>
      {t`Developers`}
    </Button>
  );
}

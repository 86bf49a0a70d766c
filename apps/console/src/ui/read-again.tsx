import { useEffect } from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { useMembership } from '../frame/membership.js';
import { clearChanged, useChanged } from './changed.js';

/** Says that records have changed since the list was read. Rows move only when the person requests it. */
export function ReadAgain() {
  const { t } = useLingui();
  const { organization } = useMembership();
  const queries = useQueryClient();
  const isChanged = useChanged();
  useEffect(clearChanged, []);
  if (!isChanged) return null;
  const read = () => {
    clearChanged();
    void queries.invalidateQueries({ queryKey: ['read', organization.svc_id] });
  };
  return (
    <Button variant="default" size="xs" onClick={read}>
      {t`Show changes`}
    </Button>
  );
}

import { useEffect, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { asOrganization } from '../api/client.js';
import { newKey } from '../api/new-key.js';
import { readAgain } from '../api/read-again.js';
import { useMembership } from '../frame/membership.js';
import { recordRoutes } from '../ui/record-link.js';
import type { Act, Outcome } from './act.js';
import type { Values } from './field.js';
import { notify } from './notices.js';

/**
 * Sends an act, at once or as soon as the browser is online. All calls of one dialog have one key: a repeat after a lost
 * answer does nothing twice. The pages of the organization read again what they show, after a refusal, too: the record
 * may have changed meanwhile.
 */
export function useAct<R>(act: Act<R>, record: R, onDone: (outcome: Outcome) => void) {
  const { organization, path } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(() => newKey());
  const send = (one: Act<R>, values: Values, idempotencyKey: string) =>
    one.send(
      { headers: { ...asOrganization(organization.svc_id), 'Idempotency-Key': idempotencyKey } },
      record,
      values,
    );
  const refresh = () => readAgain(queries, organization.svc_id, true);
  const takeBack = async (undo: Act<R>) => {
    await send(undo, {}, newKey()).then(() => notify({ text: undo.done }));
    await refresh();
  };
  // A closed dialog sends nothing any more once the browser is online again.
  useEffect(
    () => () => {
      const cache = queries.getMutationCache();
      for (const one of cache.findAll({ mutationKey: [key] })) if (one.state.isPaused) cache.remove(one);
    },
    [queries, key],
  );
  return useMutation({
    mutationKey: [key],
    mutationFn: (values: Values) => send(act, values, key),
    onSuccess: (outcome) => {
      const { undo, done: text } = act;
      notify({ text, ...(undo ? { undo: () => void takeBack(undo) } : {}) });
      onDone(outcome ?? {});
      const goTo = outcome?.goTo;
      if (goTo) void navigate({ to: recordRoutes[goTo.kind], params: { organization: path, id: goTo.id } });
    },
    onSettled: refresh,
  });
}

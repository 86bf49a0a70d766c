import { useState } from 'react';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Field, Form, type Values } from '../frame/forms.js';

const storage = 'tollgate.views';
const most = 50;

/** A saved address, with its filters. */
interface View {
  path: string;
  name: string;
  search: string;
}

function readViews(): View[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storage) ?? '[]');
    return Array.isArray(stored) ? (stored as View[]) : [];
  } catch {
    return [];
  }
}

/** Views of a list that the person saved in this browser: each is an address under a name. */
export function SavedViews() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname: path, searchStr: search } = useLocation();
  const [views, setViews] = useState(readViews);
  const [isAsking, { open: startSaving, close }] = useDisclosure(false);
  const own = views.filter((view) => view.path === path);
  const current = own.find((view) => view.search === search);
  const store = (changed: View[]) => {
    const latest = changed.slice(-most);
    window.localStorage.setItem(storage, JSON.stringify(latest));
    setViews(latest);
  };
  const save = ({ name: typed = '' }: Values) => {
    const name = typed.trim();
    if (name === '') return;
    store([...views.filter((view) => view.path !== path || view.name !== name), { path, name, search }]);
    close();
  };
  const open = (name: string) => {
    const view = own.find((one) => one.name === name);
    if (view) void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(view.search)) });
  };
  return (
    <>
      {own.length > 0 ? (
        <NativeSelect
          size="xs"
          aria-label={t`Saved views`}
          value={current?.name ?? ''}
          data={[{ value: '', label: t`Saved views` }, ...own.map(({ name }) => name)]}
          onChange={(event) => open(event.currentTarget.value)}
        />
      ) : null}
      {current ? (
        <Button variant="default" size="xs" onClick={() => store(views.filter((view) => view !== current))}>
          {t`Delete the view`}
        </Button>
      ) : null}
      {!current && search !== '' ? (
        <Button variant="default" size="xs" onClick={startSaving}>
          {t`Save the view`}
        </Button>
      ) : null}
      <Modal opened={isAsking} onClose={close} title={t`Save the view`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <Form fields={[]} button={t`Save the view`} onSend={save} error={null} isPending={false}>
          <Field name="name" label={t`Name of the view`} error={null} autoFocus />
        </Form>
      </Modal>
    </>
  );
}

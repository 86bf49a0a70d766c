import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams, type LinkProps } from '@tanstack/react-router';
import { Refusal } from '../api/client.js';
import type { Answer, Call, ReadPath } from '../api/read.js';
import { Zone } from '../frame/zone.js';
import { useMembership, useRead } from '../frame/membership.js';
import { CallError } from '../frame/call-error.js';
import { useTitle } from '../frame/plain-page.js';
import type { Column } from './columns.js';
import { OpenInApi } from './open-in-api.js';
import { RecordTable } from './record-table.js';
import { Copyable, State } from './values.js';
import { Loading } from './loading.js';
import { useAsSubject } from './subject.js';

/** The identifier in the address of a record's page. */
export const useId = (): string => useParams({ strict: false, select: ({ id }: { id?: string }) => id ?? '' });

/** The list that a record's page belongs to. */
export interface Parent {
  label: MessageDescriptor;
  to: LinkProps['to'];
}

interface Props<P extends ReadPath> {
  call: Call<P>;
  parent: Parent;
  /** The head of the page. */
  headOf(answer: Answer<P>): { name: string | null; id: string; state?: string | null; zone?: string | undefined };
  /** Buttons at the right of the head. */
  actions?(answer: Answer<P>): ReactNode;
  children(answer: Answer<P>): ReactNode;
}

const isMissing = (error: unknown): boolean => error instanceof Refusal && error.status === 404;

/** The identifier that the address names: the last one of the call. */
const missingId = ({ values = {} }: Call): string => Object.values(values).at(-1) ?? '';

/** The page of a record that does not exist; the way back to its list is above it. */
function Missing({ id }: { id: string }) {
  const { t } = useLingui();
  return (
    <>
      <Name>{t`This record does not exist`}</Name>
      <p>
        <Trans>
          No record has the identifier <code>{id}</code>, or it was deleted. Check the address, or search in the list.
        </Trans>
      </p>
    </>
  );
}

/** The page of a record: its name, identifier and state, and what follows. */
export function DetailPage<P extends ReadPath>({ call, parent, headOf, actions, children }: Props<P>) {
  const { t } = useLingui();
  const { path } = useMembership();
  const { data: there, error } = useRead(call);
  useAsSubject(call, there as object | undefined);
  const head = there && headOf(there);
  const page = (
    <main className="detail">
      <nav aria-label={t(parent.label)} className="parent">
        <Link to={parent.to} params={{ organization: path } as never}>
          ‹ {t(parent.label)}
        </Link>
      </nav>
      {isMissing(error) ? <Missing id={missingId(call)} /> : <CallError error={error} />}
      {!there && !error ? <Loading label={t(parent.label)} /> : null}
      {there && head ? (
        <>
          <header className="head">
            <div>
              <Name>{head.name || head.id}</Name>
              <div className="below-name">
                <Copyable value={head.id} />
                {head.state ? <State value={head.state} /> : null}
              </div>
            </div>
            <div className="actions">
              {actions?.(there)}
              <OpenInApi call={call} />
            </div>
          </header>
          {children(there)}
        </>
      ) : null}
    </main>
  );
  return head?.zone === undefined ? page : <Zone value={head.zone}>{page}</Zone>;
}

function Name({ children }: { children: string }) {
  useTitle(children);
  return (
    <Title order={1} dir="auto">
      {children}
    </Title>
  );
}

/** Values with their names, in columns. Names that the organization chose are texts. */
export function DescriptionList({
  items,
}: {
  items: readonly (readonly [MessageDescriptor | string, ReactNode] | null)[];
}) {
  const { t } = useLingui();
  const nameOf = (name: MessageDescriptor | string): string => (typeof name === 'string' ? name : t(name));
  return (
    <dl className="facts">
      {items.map((item) =>
        item === null ? null : (
          <div key={nameOf(item[0])}>
            <dt>{nameOf(item[0])}</dt>
            <dd>{item[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** A part of a page under a heading. */
export function Section({
  title,
  action,
  children,
}: {
  title: MessageDescriptor;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <section className="part">
      <header>
        <Title order={2}>{t(title)}</Title>
        {action}
      </header>
      {children}
    </section>
  );
}

/** A part with rows that the page has already. @param empty what stands there without rows; by default no part at all */
export function Rows<Row>({
  title,
  columns,
  rows,
  keyOf,
  empty,
}: {
  title: MessageDescriptor;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  empty?: MessageDescriptor;
}) {
  const { t } = useLingui();
  if (rows.length === 0) return empty ? <p className="empty">{t(empty)}</p> : null;
  return (
    <Section title={title}>
      <RecordTable label={t(title)} columns={columns} rows={rows} keyOf={keyOf} />
    </Section>
  );
}

const shownRows = '20';

/** A part that reads rows of its own: the latest ones, with the count of all. Nothing without the permission. */
export function Related<P extends ReadPath, Row>({
  title,
  permission,
  call,
  rowsOf,
  columns,
  keyOf,
  all,
  action,
  empty = msg`None`,
}: {
  title: MessageDescriptor;
  permission: string;
  call: Call<P>;
  rowsOf(answer: Answer<P>): readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** The link to the list with all of them. */
  all?: ReactNode;
  /** The button that adds a row. */
  action?: ReactNode;
  empty?: MessageDescriptor;
}) {
  const { t } = useLingui();
  const { may } = useMembership();
  const isAllowed = may(permission);
  const { data, error, isPending } = useRead(
    { ...call, query: { per_page: shownRows, ...call.query } },
    { enabled: isAllowed },
  );
  if (!isAllowed) return null;
  const rows = data ? rowsOf(data) : [];
  return (
    <Section
      title={title}
      action={
        <>
          {action}
          {rows.length > 0 ? all : null}
        </>
      }
    >
      <CallError error={error} />
      {isPending ? <Loading label={t(title)} /> : null}
      {data && rows.length === 0 ? <p className="empty">{t(empty)}</p> : null}
      {rows.length > 0 ? <RecordTable label={t(title)} columns={columns} rows={rows} keyOf={keyOf} /> : null}
    </Section>
  );
}

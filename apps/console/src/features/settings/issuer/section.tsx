import type { ReactNode } from 'react';
import type { MessageDescriptor } from '@lingui/core';
import type { Act, Sending } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import type { Field, Values } from '../../../acts/field.js';
import { DescriptionList, Section } from '../../../ui/detail-page.js';

/** A part of the settings of a record: what the page shows of it, and the form that changes it. */
export interface SettingsSection<R, Change> {
  title: MessageDescriptor;
  /** The label of the act, such as `Edit the address`. */
  edit: MessageDescriptor;
  /** The effect of a change, in one sentence. */
  effect?: () => ReactNode;
  factsOf(record: R): readonly (readonly [MessageDescriptor, ReactNode] | null)[];
  fieldsOf(record: R): readonly Field[];
  changeOf(values: Values): Change;
}

/** How the sections of a record are sent. */
export interface SectionCall<R, Change> extends Pick<Act<R>, 'call' | 'permission' | 'done'> {
  send(sending: Sending, record: R, change: Change): Promise<void>;
}

/** The act that changes a section: it sends the fields of that section alone. */
export const actOf = <R, Change>(
  { edit, effect, fieldsOf, changeOf }: SettingsSection<R, Change>,
  { call, permission, done, send }: SectionCall<R, Change>,
): Act<R> => ({
  call,
  permission,
  label: edit,
  done,
  fieldsOf,
  ...(effect ? { Summary: effect } : {}),
  send: (sending, record, values) => send(sending, record, changeOf(values)),
});

/** The sections of a record, each with the button that changes it. */
export const Sections = <R, Change>({
  record,
  sections,
  call,
}: {
  record: R;
  sections: readonly SettingsSection<R, Change>[];
  call: SectionCall<R, Change>;
}) =>
  sections.map((section) => (
    <Section
      key={section.title.id}
      title={section.title}
      action={<Acts acts={[actOf(section, call)]} record={record} />}
    >
      <DescriptionList items={section.factsOf(record)} />
    </Section>
  ));

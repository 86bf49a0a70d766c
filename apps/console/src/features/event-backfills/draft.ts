import type { components } from '../../api/schema.js';

export type BackfillCreate = components['schemas']['EventBackfillCreate'];
type Format = BackfillCreate['format'];

/** The form as it is filled in. */
export interface Draft {
  /** Where the rows come from. */
  from: 'file' | 'bucket';
  format: Format;
  eventSource: string;
  dryRun: boolean;
  acceptsInvoiced: boolean;
  fileName: string;
  /** As the call takes it; empty without a file. */
  content: string;
}

export const emptyDraft: Draft = {
  from: 'file',
  format: 'csv',
  eventSource: '',
  dryRun: true,
  acceptsInvoiced: false,
  fileName: '',
  content: '',
};

const ends: readonly (readonly [RegExp, Format])[] = [
  [/\.csv$/i, 'csv'],
  [/\.(jsonl|ndjson|json)$/i, 'jsonl'],
  [/\.parquet$/i, 'parquet'],
];

/** The format of a file by its name; that of the draft for another name. */
export const formatOf = (name: string, otherwise: Format): Format =>
  ends.find(([end]) => end.test(name))?.[1] ?? otherwise;

/** The body of the call. @param bucket the fields of a bucket as typed, by their names */
export function inputOf(draft: Draft, bucket: Readonly<Record<string, string>>): BackfillCreate {
  const common = {
    format: draft.format,
    dry_run: draft.dryRun,
    invoiced_period_events: draft.acceptsInvoiced ? ('accept' as const) : ('refuse' as const),
    ...(draft.eventSource === '' ? {} : { event_source: draft.eventSource }),
  };
  if (draft.from === 'file') return { ...common, file_name: draft.fileName, content: draft.content };
  const filledIn = Object.entries(bucket).filter(([, value]) => value.trim() !== '');
  return { ...common, url: '', ...Object.fromEntries(filledIn) };
}

import type { BackfillFormat } from '@tollgate/contracts';
import { csv } from './csv.js';
import { jsonl } from './jsonl.js';
import { parquet } from './parquet.js';
import type { RowFormat } from './row-format.js';

const formats: Record<BackfillFormat, RowFormat> = { csv, jsonl, parquet };

export const formatOf = (name: BackfillFormat): RowFormat => formats[name];

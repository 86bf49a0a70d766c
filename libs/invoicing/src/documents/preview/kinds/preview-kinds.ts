import type { PreviewKind } from '../preview.js';
import { nextInvoice } from './next-invoice.kind.js';
import { planChangeKind } from './plan-change.kind.js';
import { proposal } from './proposal.kind.js';
import { termination } from './termination.kind.js';

/** All kinds of previews, by precedence (invoices, section 11). */
export const previewKinds: readonly PreviewKind[] = [proposal, termination, planChangeKind, nextInvoice];

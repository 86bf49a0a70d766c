import { z } from 'zod';
import { id, text, timestamp } from './fields.js';
import { queryText, queryTexts } from './query.js';
import { strictly } from './strict.js';

/** Texts that rules judge later, with errors of their own: the document for clients states what they may be. */

type Values = readonly [string, ...string[]];

/** Text of an identifier. */
export const idText = () => strictly(text(), id().nullish());

/** Text of an instant. */
export const momentText = () => strictly(text(), timestamp().nullish());

/** Text that is one of a fixed set. */
export const choiceText = (values: Values) => strictly(text(), z.enum(values).nullish());

/** A parameter that is one of a fixed set. */
export const choiceFilter = (values: Values) => strictly(queryText(), z.enum(values).optional());

/** A parameter that lists some of a fixed set. */
export const choicesFilter = (values: Values) => strictly(queryTexts(), z.array(z.enum(values)).optional());

import { z } from 'zod';
import { bounds, type Route } from '@tollgate/contracts';
import type { Answer } from '../answers/answer.js';
import type { ConsolePages } from '../answers/console-pages.js';
import type { OwnCalls } from '../calls/own-calls.js';
import type { PlanOwner, PlanTokens } from '../plans/plan-tokens.js';
import type { InterfaceIndex } from '../reference/interface-index.js';

/** The surroundings of a tool while it answers. */
export interface ToolContext {
  calls: OwnCalls;
  pages: ConsolePages;
  reference: InterfaceIndex;
  plans: { tokens: PlanTokens; owner: PlanOwner };
}

/** A tool: it answers one question of agents. */
export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  /** For the agent: the question that it answers, and the input that it needs. */
  description: string;
  input: Input;
  /** The calls that it makes; it can make no others. */
  calls: readonly Route[];
  /** Whether it changes something; absent: it only reads. */
  changes?: true;
  answer(input: z.infer<z.ZodObject<Input>>, context: ToolContext): Promise<Answer>;
}

/** Declares a tool; the type of its input follows from its schema. */
export const tool = <const Input extends z.ZodRawShape>(definition: Tool<Input>): Tool => definition;

/** A name, code, number or identifier. */
export const named = (text: string) => z.string().trim().min(1).max(bounds.line).describe(text);

/** A day, `YYYY-MM-DD`. */
export const day = (text: string) => z.iso.date().describe(text);

/** The number of a page of a list. */
export const page = () => z.int().min(1).max(1_000).optional().describe('Page of the list, from 1');

export const customerField = () => named('External identifier of the customer, as `find` gives it');
export const invoiceField = () => named('Number or identifier of an invoice');

// Types of calls: what each path of the interface takes and answers, from the generated types of the document.
import type { components, paths, webhooks } from './schema.js';

/** A shape of the interface by its name, such as `Schema<'Customer'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Json = 'application/json';
type Success = 200 | 201 | 202 | 204;

/** The answers of a call that succeeds, each with its content. */
type Successes<Operation> = Operation extends { responses: infer Answers } ? Answers[Success & keyof Answers] : never;
type ContentOf<Answer> = Answer extends { content: infer Content } ? Content : undefined;
type JsonOf<Content> = Content extends { [Type in Json]: infer Body } ? Body : undefined;

/** A call whose answer is no JSON, such as a stream, is left to `fetch`. */
type IsSpoken<Operation> = [ContentOf<Successes<Operation>>] extends [{ [Type in Json]: unknown } | undefined]
  ? true
  : false;

/** The paths that a method has. */
export type PathWith<V extends Verb> = {
  [Path in keyof paths]: paths[Path][V] extends { responses: unknown }
    ? IsSpoken<paths[Path][V]> extends true
      ? Path
      : never
    : never;
}[keyof paths];

/** The body that a call answers. */
export type AnswerOf<Path extends keyof paths, V extends Verb> = JsonOf<ContentOf<Successes<paths[Path][V]>>>;

type PathOption<Operation> = Operation extends { parameters: { path: infer Values extends object } }
  ? { path: Values }
  : { path?: never };

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Values } } ? NonNullable<Values> : never;
type QueryOption<Operation> = [QueryOf<Operation>] extends [never]
  ? { query?: never }
  : Operation extends { parameters: { query: object } }
    ? { query: QueryOf<Operation> }
    : { query?: QueryOf<Operation> };

type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? NonNullable<Body> : never;
type BodyOption<Operation> = [BodyOf<Operation>] extends [never]
  ? { body?: never }
  : Operation extends { requestBody: object }
    ? { body: JsonOf<ContentOf<BodyOf<Operation>>> }
    : { body?: JsonOf<ContentOf<BodyOf<Operation>>> };

type HeaderOf<Operation> = Operation extends { parameters: { header?: infer Values } } ? NonNullable<Values> : never;
/** A call has this option only where the service knows the header: elsewhere a repetition would act again. */
type KeyOption<Operation> = [HeaderOf<Operation>] extends [never]
  ? { idempotencyKey?: never }
  : HeaderOf<Operation> extends { 'Idempotency-Key'?: string }
    ? { idempotencyKey?: string }
    : { idempotencyKey?: never };

/** Options of every call. */
export interface CommonOptions {
  /** Ends the call early. */
  signal?: AbortSignal;
  /** The time of the call with its repetitions, in milliseconds, in place of the client's. */
  deadlineMs?: number;
}

/** The options of a call. */
export type OptionsOf<Path extends keyof paths, V extends Verb> = CommonOptions &
  PathOption<paths[Path][V]> &
  QueryOption<paths[Path][V]> &
  BodyOption<paths[Path][V]> &
  KeyOption<paths[Path][V]>;

/** An argument that may be left out if none of its members is necessary. */
type ArgumentOf<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

type Arguments<V extends Verb> = { [Path in PathWith<V>]: ArgumentOf<OptionsOf<Path, V>> };
// Interfaces, because the compiler reads a mapped type as its formula: it would combine all paths, and give up.
interface GetArguments extends Arguments<'get'> {}
interface PostArguments extends Arguments<'post'> {}
interface PutArguments extends Arguments<'put'> {}
interface PatchArguments extends Arguments<'patch'> {}
interface DeleteArguments extends Arguments<'delete'> {}

/** The argument of each call, by its method and path. */
export interface CallArguments {
  get: GetArguments;
  post: PostArguments;
  put: PutArguments;
  patch: PatchArguments;
  delete: DeleteArguments;
}

/** The paths of lists. */
export type ListPath = {
  [Path in PathWith<'get'>]: AnswerOf<Path, 'get'> extends { meta: unknown } ? Path : never;
}[PathWith<'get'>];

type Elements<Answer> = {
  [Name in keyof Answer]: Answer[Name] extends readonly (infer Element)[] ? Element : never;
}[keyof Answer];

/** An element of a list. */
export type ElementOf<Path extends ListPath> = Elements<AnswerOf<Path, 'get'>>;

/** The options of a list. The iterator chooses pages itself. */
export type ListOptions<Path extends ListPath> = CommonOptions &
  PathOption<paths[Path]['get']> & { query?: Omit<QueryOf<paths[Path]['get']>, 'page' | 'cursor'> };
type ArgumentsOfLists = { [Path in ListPath]: ArgumentOf<ListOptions<Path>> };
export interface ListArguments extends ArgumentsOfLists {}

/** The body of a webhook, by its type. */
export type Webhook = {
  [Type in keyof webhooks]: JsonOf<ContentOf<BodyOf<webhooks[Type]['post']>>>;
}[keyof webhooks];

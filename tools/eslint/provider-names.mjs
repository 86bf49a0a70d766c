// ESLint rules: only the declaration of a payment provider or a tax engine knows its name. Everything else reads that.
import { existsSync, readdirSync } from 'node:fs';

const providers = new URL('../../libs/payment/src/providers/', import.meta.url);
const engines = new URL('../../libs/invoicing/src/issuing/tax-engines/', import.meta.url);

/** The payment providers: each has a folder with its declaration. */
export const providerNames = readdirSync(providers).filter((name) =>
  existsSync(new URL(`${name}/index.ts`, providers)),
);

/** The tax engines: each has a file with its declaration. */
export const engineNames = readdirSync(engines).flatMap((file) => /^(.+)\.engine\.ts$/.exec(file)?.[1] ?? []);

/** A sandbox is also a kind of organization, so code may have fields, keys and folders of that name. */
const ambiguous = new Set(['sandbox']);

const folderIn = (path) => /\/(?:payment-)?providers\/([a-z]+)(?:\/|\.js$)/.exec(path)?.[1];

/** A name in a type, such as the kind of a value, decides nothing. */
const isInType = ({ parent }) => parent?.type === 'TSLiteralType';

/** Refuses names outside of types. */
const unnamed = (names, declaration) => ({
  meta: {
    type: 'problem',
    schema: [],
    messages: { named: `Do not branch on "{{name}}": read it from the declaration (${declaration})` },
  },
  create(context) {
    const isName = (text) => names.includes(text);
    const isDistinct = (text) => isName(text) && !ambiguous.has(text);
    const report = (node, name) => context.report({ node, messageId: 'named', data: { name } });
    return {
      Literal: (node) => {
        if (isName(node.value) && !isInType(node)) report(node, node.value);
      },
      TemplateElement: (node) => {
        if (isName(node.value.cooked)) report(node, node.value.cooked);
      },
      ':matches(MemberExpression[computed=false] > Identifier.property, Property > Identifier.key)': (node) => {
        if (isDistinct(node.name)) report(node, node.name);
      },
      ':matches(ImportDeclaration, ImportExpression, ExportNamedDeclaration)': ({ source }) => {
        const name = typeof source?.value === 'string' ? folderIn(source.value) : undefined;
        if (isDistinct(name)) report(source, name);
      },
    };
  },
});

export const paymentProviders = unnamed(providerNames, 'docs/contribute/add-a-provider.md');
export const taxEngines = unnamed(engineNames, 'libs/invoicing/src/issuing/tax-engines/registry.ts');

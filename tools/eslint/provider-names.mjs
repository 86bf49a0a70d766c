// An ESLint rule: only the folder of a payment provider knows its name. Everything else reads its declaration.
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('../../libs/payment/src/providers/', import.meta.url);

/** The providers: each has a folder with its declaration. */
export const providerNames = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));

/** A sandbox is also a kind of organization, so code may have fields, keys and folders of that name. */
const ambiguous = new Set(['sandbox']);

const isProvider = (text) => providerNames.includes(text);
const isDistinct = (text) => isProvider(text) && !ambiguous.has(text);
const folderIn = (path) => /\/(?:payment-)?providers\/([a-z]+)(?:\/|\.js$)/.exec(path)?.[1];

/** A name in a type, such as the kind of a value, decides nothing. */
const isInType = ({ parent }) => parent?.type === 'TSLiteralType';

export const providers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      named: 'Do not branch on "{{name}}": read it from the declaration (docs/contribute/add-a-provider.md)',
    },
  },
  create(context) {
    const report = (node, name) => context.report({ node, messageId: 'named', data: { name } });
    return {
      Literal: (node) => {
        if (isProvider(node.value) && !isInType(node)) report(node, node.value);
      },
      TemplateElement: (node) => {
        if (isProvider(node.value.cooked)) report(node, node.value.cooked);
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
};

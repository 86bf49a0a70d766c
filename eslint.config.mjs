import { existsSync, readdirSync, readFileSync } from 'node:fs';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import ts from 'typescript';
import { paymentProviders, providerNames, taxEngines } from './tools/eslint/provider-names.mjs';
import { retired } from './tools/eslint/retired-words.mjs';

const boundaries = {
  enforceBuildableLibDependency: false,
  // Programs at the root of the tools belong to no package.
  allow: ['../node.mjs', '../suite.mjs', '../test-settings.mjs'],
  depConstraints: [
    { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:feature', 'type:platform', 'type:contracts'] },
    {
      sourceTag: 'type:feature',
      onlyDependOnLibsWithTags: ['type:feature', 'type:rating', 'type:contracts', 'type:platform'],
    },
    { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:contracts'] },
    { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contracts', 'type:platform'] },
    // The schemas of charge models stand with their prices.
    { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: ['type:rating'] },
    { sourceTag: 'type:rating', onlyDependOnLibsWithTags: [] },
    { sourceTag: 'type:embedded', onlyDependOnLibsWithTags: [] },
    // Tools play packages as their users do.
    { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:tool', 'type:contracts', 'type:embedded'] },
    // Tools that judge what a part of a feature or of the platform makes, without a service.
    {
      sourceTag: 'type:validation',
      onlyDependOnLibsWithTags: ['type:tool', 'type:contracts', 'type:rating', 'type:platform', 'type:feature'],
    },
  ],
};

const withHarness = {
  ...boundaries,
  depConstraints: boundaries.depConstraints.map((rule) => ({
    ...rule,
    onlyDependOnLibsWithTags: [...rule.onlyDependOnLibsWithTags, 'type:testing'],
  })),
};

const inexact = 'Billing mathematics is exact: use Decimal or bigint, never floating point.';
const fraction = { selector: 'Literal[raw=/^([0-9_]*[.][0-9]|[0-9._]+e-)/]', message: inexact };
const roots = {
  selector: 'CallExpression[callee.object.name="Math"][callee.property.name!=/^(abs|ceil|floor|max|min)$/]',
  message: inexact,
};
const powers = {
  selector: ':matches(BinaryExpression[operator="**"], AssignmentExpression[operator=/^([*][*]|[/])=$/])',
  message: inexact,
};

/** Division of numbers: of bigints it is whole, and so is what `Math.floor` or `Math.ceil` makes of one. */
const division = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    'BinaryExpression[operator="/"]': (node) => {
      const type = context.sourceCode.parserServices.getTypeAtLocation(node);
      if (
        type.flags & ts.TypeFlags.BigIntLike ||
        /^Math\.(floor|ceil)$/.test(context.sourceCode.getText(node.parent.callee ?? node))
      )
        return;
      context.report({ node, message: inexact });
    },
  }),
};

/** The libraries of services, by their tag. */
const features = readdirSync(new URL('libs', import.meta.url)).filter((name) => {
  const description = new URL(`libs/${name}/package.json`, import.meta.url);
  return existsSync(description) && JSON.parse(readFileSync(description, 'utf8')).nx.tags.includes('type:feature');
});

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'apps/console/src/api/*schema.d.ts',
      'libs/sdk/src/schema.ts',
      '**/node_modules/**',
      '.data/**',
      '.nx/**',
      '.node/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    // One vocabulary. Columns, and fields of messages, have their names until a contraction (docs/concepts/glossary.md).
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'tools/**/*.{mjs,ts}'],
    ignores: ['**/migrations/**', '**/*.tables.ts', 'libs/contracts/src/protocol/**'],
    plugins: { vocabulary: { rules: { retired } } },
    rules: { 'vocabulary/retired': 'error' },
  },
  {
    // A payment provider is one declaration: nothing else branches on its name.
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'],
    ignores: [
      ...providerNames.map((name) => `libs/payment/src/providers/${name}/**`),
      'libs/payment/src/providers/registry.ts',
      'libs/contracts/src/payment-providers/**',
      'libs/testing/**',
      // An organization may be a sandbox, too.
      'apps/console/src/{frame/frame,features/organizations/new-organization,features/operator/organizations}.tsx',
      // The console has one form for each.
      'apps/console/src/features/payment-providers/forms.ts',
      '**/migrations/**',
      '**/*.{spec,fixture}.ts',
    ],
    plugins: { providers: { rules: { named: paymentProviders } } },
    rules: { 'providers/named': 'error' },
  },
  {
    // So is a tax engine. The interface lists their names and keys.
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'],
    ignores: [
      'libs/invoicing/src/issuing/tax-engines/{*.engine,registry}.ts',
      'apps/console/src/features/tax-providers/forms.ts',
      'libs/contracts/src/resources/**',
      'libs/testing/**',
      '**/migrations/**',
      '**/*.{spec,fixture}.ts',
    ],
    plugins: { engines: { rules: { named: taxEngines } } },
    rules: { 'engines/named': 'error' },
  },
  {
    // The programs of customers have no other place for lost usage that nothing handles.
    files: ['libs/sdk/src/event-*.ts'],
    rules: { 'no-console': ['error', { allow: ['error'] }] },
  },
  {
    // Examples import the package by its name, as programs of customers do.
    files: ['libs/sdk/examples/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    // An interface that extends a computed type has a name for the compiler.
    files: ['libs/sdk/src/calls.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }] },
  },
  {
    // Tools report to a terminal.
    files: ['tools/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Tests and their fixtures may use the harness, which talks to an installation from outside.
    files: ['**/*.spec.ts', '**/*.fixture.ts'],
    rules: {
      '@nx/enforce-module-boundaries': ['error', withHarness],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // A feature imports another feature only through its reader.
    files: ['libs/*/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: features.map((f) => ({ name: `@tollgate/${f}`, message: `Import the reader: @tollgate/${f}/reader` })),
        },
      ],
    },
  },
  {
    // Billing mathematics is exact: no floating point, no clock, no I/O.
    files: ['libs/rating/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.fixture.ts'],
    rules: {
      'no-restricted-globals': ['error', 'parseFloat', 'Date', 'process', 'setTimeout', 'fetch'],
      'no-restricted-properties': [
        'error',
        { object: 'Number', property: 'parseFloat' },
        { object: 'Math', property: 'round' },
        { object: 'Math', property: 'random' },
      ],
      'no-restricted-syntax': ['error', fraction],
      'no-restricted-imports': ['error', { patterns: ['node:*', '@nestjs/*', '@tollgate/*'] }],
    },
  },
  {
    // Calendar arithmetic divides whole numbers; money and usage divide decimals.
    files: ['libs/rating/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.fixture.ts', 'libs/rating/src/periods/**'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { exact: { rules: { division } } },
    rules: { 'exact/division': 'error', 'no-restricted-syntax': ['error', fraction, roots, powers] },
  },
  {
    files: ['tools/**/*.mjs', '.ci/**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
      },
    },
  },
);

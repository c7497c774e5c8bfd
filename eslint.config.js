import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', '**/.tmp*']),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Typed arrays under noUncheckedIndexedAccess: `!` states an invariant that the type system cannot.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // It also forbids what the readers do, to report and give up in one statement: `return this.#problem(…)`, of type undefined.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/cli/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Chance is an argument: take a seeded generator.' },
        { object: 'Date', property: 'now', message: 'Time is an argument: take a clock.' },
        { object: 'performance', property: 'now', message: 'Time is an argument: take a clock.' },
      ],
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'require', 'global', '__dirname', '__filename', 'setImmediate', 'console'].map(
          (name) => ({
            name,
            message: 'Nothing below player touches Node or the console: the engine also runs in a browser.',
          }),
        ),
      ],
    },
  },
  {
    files: ['**/*.test.ts'],
    // expect.any(Number) and its like are typed any.
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { URL: 'readonly', process: 'readonly' } },
  },
);

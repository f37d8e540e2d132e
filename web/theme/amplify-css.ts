import { transform, type Selector, type SelectorComponent, type TransformOptions } from 'lightningcss';
import type { Theme } from '@aws-amplify/ui-react';
import { createTheme } from '@aws-amplify/ui-react/server';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Rewriting = Pick<TransformOptions<never>, 'visitor' | 'unusedSymbols'>;

const rewrite = (css: string, how: Rewriting): string =>
  transform({ filename: 'amplify.css', code: Buffer.from(css), minify: true, ...how }).code.toString();

const partsOf = (selector: Selector): SelectorComponent[] =>
  selector.flatMap((part) => [part, ...insideOf(part).flatMap(partsOf)]);

const insideOf = (part: SelectorComponent): Selector[] =>
  part.type === 'pseudo-class' && 'selectors' in part && part.kind !== 'host' ? part.selectors : [];

const isUsed = (selector: Selector, classes: ReadonlySet<string>): boolean =>
  partsOf(selector).every(
    (part) =>
      !(part.type === 'class' && part.name.startsWith('amplify-') && !classes.has(part.name)) &&
      !(part.type === 'attribute' && /^data-amplify-(?!theme|color-mode)/.test(part.name)),
  );

const isRoot = (selector: Selector): boolean =>
  partsOf(selector).some((part) => part.type === 'pseudo-class' && part.kind === 'root');

export function pruneRules(sheet: string, classes: ReadonlySet<string>): string {
  const animations: string[] = [];
  const pruned = rewrite(sheet, {
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some(isRoot) || !selectors.some((selector) => isUsed(selector, classes)) ? [] : undefined,
        keyframes: ({ value: { name } }) => void animations.push(name.value),
      },
      Selector: (token) => (isUsed(token, classes) ? undefined : []),
    },
  });
  // a name that occurs once is only its own definition
  return rewrite(pruned, { unusedSymbols: animations.filter((name) => pruned.split(name).length < 3) });
}

const tokenNames = (text: string): string[] => text.match(/--amplify-[\w-]+/g) ?? [];

function tokensOf(sheet: string): Map<string, string[]> {
  const tokens = new Map<string, string[]>();
  rewrite(sheet, {
    visitor: {
      Declaration: {
        custom: ({ name, value }) =>
          void tokens.set(name, [...(tokens.get(name) ?? []), ...tokenNames(JSON.stringify(value))]),
      },
    },
  });
  return tokens;
}

export function pruneTokens(sheet: string, text: string): string {
  const tokens = tokensOf(sheet);
  const needed = new Set<string>();
  const take = (name: string): void => {
    if (name.endsWith('-')) for (const item of tokens.keys()) if (item.startsWith(name)) take(item);
    if (needed.has(name) || !tokens.has(name)) return;
    needed.add(name);
    tokens.get(name)?.forEach(take);
  };
  tokenNames(text).forEach(take);
  return rewrite(sheet, { unusedSymbols: [...tokens.keys()].filter((name) => !needed.has(name)) });
}

/**
 * Raw colors. A scale runs from the lightest tint (10) to the darkest (100). In dark mode it is reversed, so that
 * components name a step once and are readable in both.
 */
type Scale = Record<10 | 20 | 40 | 60 | 80 | 90 | 100, string>;
type Palette = Record<
  'neutral' | 'primary' | 'yellow' | 'orange' | 'green' | 'beet' | 'blue' | 'red' | 'accent',
  Scale
>;

const scale = (colors: string): Scale => {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = colors.split(' ');
  return { 10: a, 20: b, 40: c, 60: d, 80: e, 90: f, 100: g };
};

const light: Palette = {
  neutral: scale('#faf7f0 #f0eadd #ddd5c4 #8a8475 #5c594f #3b3d37 #1b231f'),
  primary: scale('#eaf3ed #d0e5d8 #90c0a5 #3a8562 #14563e #0f4532 #0a3325'),
  yellow: scale('#fdf1c7 #f3dd8e #dcb93e #9a7600 #745800 #5c4600 #3f3000'),
  orange: scale('#fde4cd #f8c79b #e99a55 #b65b0c #8f4300 #743600 #512500'),
  green: scale('#dcf0e1 #b5dfc1 #74bd8b #2d8a50 #17663a #11522e #0b3a20'),
  beet: scale('#f8dfe9 #eebbd0 #d681a6 #ab3a70 #8b1d54 #721544 #4f0c2e'),
  blue: scale('#dfe9fb #bdd1f5 #82a5e4 #3c6bc4 #20509f #193f80 #102b5a'),
  red: scale('#fbe3de #f4c2b8 #e28a79 #c04630 #a12a18 #842012 #5b140a'),
  accent: scale('#ffe9e1 #ffcdbd #ffa68d #ff8465 #f56f4d #c4452a #33110a'),
};

const dark: Palette = {
  neutral: scale('#151c18 #212b26 #35423b #7d8a82 #a9b3aa #ccd3ca #f0f2eb'),
  primary: scale('#16291f #1f3c2e #2f5f49 #559c7b #8fd0ae #aaddc1 #c8ecd8'),
  yellow: scale('#352b08 #4d3f0d #7a6417 #b5962a #e3c458 #f1da85 #f9ebb8'),
  orange: scale('#3b230d #573415 #8a5420 #cc8240 #f2ab6c #fac393 #fddcbe'),
  green: scale('#10301d #184529 #27693f #479c65 #82cf9c #a1dfb5 #c5eed1'),
  beet: scale('#401629 #5c213c #8d3a60 #c76b95 #f09bbf #f8b8d2 #fcd6e4'),
  blue: scale('#152a4d #1f3c6b #345d9f #6791d6 #9dbdf3 #b9d0f8 #d7e4fc'),
  red: scale('#43180f #622518 #97402d #d4705b #f5a08d #fabcae #fddad2'),
  accent: scale('#42180d #652716 #9e4129 #e86a49 #ff8f72 #ffac95 #2b0d06'),
};

/** Background colors: page, surface, and inset. */
const paper = {
  light: { ground: '#f8f4ea', sheet: '#fffdf8', deep: '#f0eadd', shadow: '60, 48, 24' },
  dark: { ground: '#0f1512', sheet: '#171f1b', deep: '#212b26', shadow: '0, 0, 0' },
};

type Mode = 'light' | 'dark';

const colors = (mode: Mode) => {
  const { ground, sheet, deep, shadow } = paper[mode];
  const { beet, accent, ...scales } = mode === 'light' ? light : dark;
  return {
    ...scales,
    // Amplify has no beet; its pink replaces it, so that charts and badges use one scale.
    pink: beet,
    beet,
    accent,
    teal: scales.primary,
    purple: beet,
    secondary: beet,
    white: mode === 'light' ? sheet : '#0f1512',
    background: {
      primary: { value: sheet },
      secondary: { value: ground },
      tertiary: { value: deep },
      disabled: { value: deep },
    },
    font: { disabled: { value: '{colors.neutral.80.value}' } },
    border: {
      primary: { value: '{colors.neutral.60.value}' },
      secondary: { value: '{colors.neutral.40.value}' },
      tertiary: { value: '{colors.neutral.20.value}' },
      focus: { value: '{colors.primary.80.value}' },
      error: { value: '{colors.red.80.value}' },
    },
    shadow: {
      primary: { value: `rgba(${shadow}, 0.22)` },
      secondary: { value: `rgba(${shadow}, 0.14)` },
      tertiary: { value: `rgba(${shadow}, 0.07)` },
    },
  };
};

const size = (rem: number) => ({ value: `${rem}rem` });

const control = {
  borderColor: { value: '{colors.border.primary.value}' },
  borderRadius: { value: '{radii.medium.value}' },
  _focus: { borderColor: { value: '{colors.border.focus.value}' }, boxShadow: { value: 'none' } },
  _error: { borderColor: { value: '{colors.border.error.value}' }, _focus: { boxShadow: { value: 'none' } } },
};

/** Wellport's tokens. Components use these, never raw colors. */
const theme: Theme = {
  name: 'wellport',
  // minimum widths in pixels
  breakpoints: { values: { base: 0, small: 480, medium: 744, large: 1024, xl: 1366, xxl: 1600 } },
  tokens: {
    colors: colors('light'),
    fonts: {
      default: {
        variable: { value: "'Inter Variable', 'Inter', 'Inter Until Then', system-ui, sans-serif" },
        static: { value: "'Inter Variable', 'Inter', 'Inter Until Then', system-ui, sans-serif" },
      },
    },
    // Only six sizes; every other name maps to its nearest size.
    fontSizes: {
      xxxs: size(0.75),
      xxs: size(0.75),
      xs: size(0.75),
      small: size(0.875),
      medium: size(1),
      large: size(1.25),
      xl: size(1.75),
      xxl: size(2.5),
      xxxl: size(2.5),
      xxxxl: size(2.5),
    },
    space: { xxs: size(0.25), xxxs: size(0.25) },
    radii: { small: size(0.25), medium: size(0.5), large: size(0.75) },
    time: { short: { value: '150ms' }, medium: { value: '200ms' }, long: { value: '250ms' } },
    components: {
      button: {
        borderRadius: { value: '{radii.medium.value}' },
        fontWeight: { value: '{fontWeights.semibold.value}' },
        color: { value: '{colors.primary.80.value}' },
        _focus: { boxShadow: { value: 'none' } },
        primary: { _focus: { boxShadow: { value: 'none' } } },
        link: { _focus: { boxShadow: { value: 'none' } } },
      },
      card: {
        backgroundColor: { value: '{colors.background.primary.value}' },
        borderRadius: { value: '{radii.large.value}' },
      },
      fieldcontrol: control,
      heading: {
        lineHeight: { value: '1.2' },
        1: { fontSize: { value: '{fontSizes.xl.value}' }, fontWeight: { value: '700' } },
        2: { fontSize: { value: '{fontSizes.large.value}' }, fontWeight: { value: '650' } },
        3: { fontSize: { value: '{fontSizes.medium.value}' }, fontWeight: { value: '650' } },
        4: { fontSize: { value: '{fontSizes.small.value}' }, fontWeight: { value: '650' } },
      },
      placeholder: {
        startColor: { value: '{colors.neutral.20.value}' },
        endColor: { value: '{colors.neutral.40.value}' },
      },
    },
  },
  overrides: [{ colorMode: 'dark', tokens: { colors: colors('dark') } }],
};

const web = resolve(import.meta.dirname, '..');
const library = createRequire(import.meta.url).resolve('@aws-amplify/ui-react/styles.css');

/** Classes that library components add at run time; all others appear in our sources. */
const runtimeClasses = ['amplify-button--disabled', 'amplify-field-group__control', 'amplify-placeholder'];

const sources = (): string =>
  globSync('**/*.{css,ts,tsx}', { cwd: web })
    .filter((file) => !file.startsWith('theme/amplify-css'))
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n');

/** Our tokens; those of the dark palette apply to screens only, because paper is light. */
const tokens = (): string =>
  createTheme(theme)
    .cssText.replace('@media (prefers-color-scheme: dark)', '@media screen and (prefers-color-scheme: dark)')
    .replace(
      /\[data-amplify-theme="wellport"\]\[data-amplify-color-mode="dark"\] \{[^}]*\}/,
      '@media screen { $& }',
    );

/**
 * Returns the library's styles and our tokens as one static sheet. The library would write all tokens into the page at
 * run time, with the rules of sixty components; this sheet omits classes and tokens that no source names.
 * Selects, tabs, tables, menus, and file drops are our own (web/ui): the library's would add 39 KB to the first visit,
 * and its combobox renders each of 41,200 places.
 */
export function amplifySheet(): string {
  const text = sources();
  const classes = new Set([...runtimeClasses, ...(text.match(/amplify-[\w-]+/g) ?? [])]);
  const rules = pruneRules(readFileSync(library, 'utf8'), classes);
  return pruneTokens(tokens(), `${text}\n${rules}`) + rules;
}

const name = 'virtual:amplify.css';

/** Provides `virtual:amplify.css`. In development the sheet is complete, so that new tokens work immediately. */
export function amplifyCss(): Plugin {
  let isComplete = false;
  return {
    name: 'wellport:amplify-css',
    configResolved: ({ command }) => void (isComplete = command === 'serve'),
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => {
      if (id !== `\0${name}`) return undefined;
      return isComplete ? readFileSync(library, 'utf8') + tokens() : amplifySheet();
    },
  };
}

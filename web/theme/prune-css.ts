import { transform, type Selector, type SelectorComponent, type TransformOptions } from 'lightningcss';

type Rewriting = Pick<TransformOptions<never>, 'visitor' | 'unusedSymbols'>;

const rewrite = (css: string, how: Rewriting): string =>
  transform({ filename: 'amplify.css', code: Buffer.from(css), minify: true, ...how }).code.toString();

/** What a selector is made of, with what is inside `:not()` and its like. */
const partsOf = (selector: Selector): SelectorComponent[] =>
  selector.flatMap((part) => [part, ...insideOf(part).flatMap(partsOf)]);

const insideOf = (part: SelectorComponent): Selector[] =>
  part.type === 'pseudo-class' && 'selectors' in part && part.kind !== 'host' ? part.selectors : [];

/** Does every class of the library that the selector names exist in `classes`, and nothing else of the library? */
const isWanted = (selector: Selector, classes: ReadonlySet<string>): boolean =>
  partsOf(selector).every(
    (part) =>
      !(part.type === 'class' && part.name.startsWith('amplify-') && !classes.has(part.name)) &&
      !(part.type === 'attribute' && /^data-amplify-(?!theme|color-mode)/.test(part.name)),
  );

const isRoot = (selector: Selector): boolean =>
  partsOf(selector).some((part) => part.type === 'pseudo-class' && part.kind === 'root');

/** The sheet with the selectors of these classes, without its tokens, and with the animations that are left in use. */
export function onlyWanted(sheet: string, classes: ReadonlySet<string>): string {
  const animations: string[] = [];
  const kept = rewrite(sheet, {
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some(isRoot) || !selectors.some((one) => isWanted(one, classes)) ? [] : undefined,
        keyframes: ({ value: { name } }) => void animations.push(name.value),
      },
      Selector: (one) => (isWanted(one, classes) ? undefined : []),
    },
  });
  // one that is named once is named by itself alone
  return rewrite(kept, { unusedSymbols: animations.filter((name) => kept.split(name).length < 3) });
}

const tokenNames = (text: string): string[] => text.match(/--amplify-[\w-]+/g) ?? [];

/** Every token of a sheet, with the tokens that its values name. */
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

/**
 * The sheet of tokens with those alone that `text` names, and those that their values name; a name that ends in `-`
 * stands for all that go on.
 */
export function onlyTokens(sheet: string, text: string): string {
  const tokens = tokensOf(sheet);
  const needed = new Set<string>();
  const take = (name: string): void => {
    if (name.endsWith('-')) for (const one of tokens.keys()) if (one.startsWith(name)) take(one);
    if (needed.has(name) || !tokens.has(name)) return;
    needed.add(name);
    tokens.get(name)?.forEach(take);
  };
  tokenNames(text).forEach(take);
  return rewrite(sheet, { unusedSymbols: [...tokens.keys()].filter((name) => !needed.has(name)) });
}

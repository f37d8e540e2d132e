import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface Source {
  path: string;
  text: string;
}

export function sources(...layers: string[]): Source[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...layers], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

export const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(/^(?:import|export)\s(?:[^'"`;=()]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ].map((match) => match[1] ?? '');

export const runtimeImportsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s(?!type\s)(?:([^'"`;=()]*?)\sfrom\s)?['"]([^'"]+)['"]/gm)]
    .filter(([, names = '']) => !/^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names.trim()))
    .map(([, , from = '']) => from);

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs packages from PyPI once into a Python environment of their own, `<home>/python`. Returns the reason if that
 * is impossible.
 *
 * @param program command that the packages install
 */
export async function installPython(
  name: string,
  home: string,
  program: string,
  packages: readonly string[],
): Promise<string | undefined> {
  if (existsSync(program)) return undefined;
  // Debian's python3 can have `venv` without `ensurepip`, which is required
  const usable = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
  if (!(await succeeds('python3', ['-c', usable])))
    return 'There is no Python 3.11 or later with its venv module.';
  mkdirSync(home, { recursive: true });
  const python = join(home, 'python');
  const isMade =
    (await succeeds('python3', ['-m', 'venv', python])) &&
    (await succeeds(join(python, 'bin/pip'), [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      ...packages,
    ]));
  return isMade ? undefined : `${name} could not be installed; the network must reach PyPI.`;
}

const succeeds = (command: string, args: string[]): Promise<boolean> =>
  new Promise((ended) => {
    const child = spawn(command, args, { stdio: 'ignore' });
    child.on('error', () => ended(false));
    child.on('exit', (code) => ended(code === 0));
  });

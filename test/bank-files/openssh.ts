import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const sshd = '/usr/sbin/sshd';

export interface SshServer {
  port: number;
  hostKey: string;
  /** Our private key at the bank, as base64 of its file. */
  ourKey: string;
  user: string;
  folder: string;
  stop: () => Promise<void>;
}

/**
 * Starts Debian's OpenSSH server on a separate port and folder. `fullAt` limits the bytes per file, to simulate a full
 * disk.
 */
export async function startOpenSsh({
  fullAt,
  port,
}: { fullAt?: number; port?: number } = {}): Promise<SshServer> {
  if (!existsSync(sshd))
    throw new Error(
      `There is no ${sshd}: the tests of SFTP need Debian's package openssh-server. npm test installs it as root.`,
    );
  const home = mkdtempSync(join(tmpdir(), 'wellport-sshd-'));
  const folder = join(home, 'files');
  mkdirSync(join(folder, 'out'), { recursive: true });
  mkdirSync(join(folder, 'in'));
  for (const name of ['host', 'ours'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)]);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const own = port ?? (await freePort());
  writeFileSync(
    join(home, 'config'),
    [
      `Port ${own}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(home, 'host')}`,
      `AuthorizedKeysFile ${join(home, 'ours.pub')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      `Subsystem sftp internal-sftp -d ${folder}`,
      '',
    ].join('\n'),
  );
  // the limit is in kilobytes; the signal is ignored, so that writes fail as on a full disk
  const limit = fullAt === undefined ? '' : `trap '' XFSZ; ulimit -f ${Math.ceil(fullAt / 1024)}; `;
  const server = spawn('bash', ['-c', `${limit}exec ${sshd} -D -e -f ${join(home, 'config')}`], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  await answering(own);
  const shown = execFileSync('ssh-keygen', ['-lf', join(home, 'host.pub')], { encoding: 'utf8' });
  return {
    port: own,
    hostKey: shown.split(' ')[1] ?? '',
    ourKey: readFileSync(join(home, 'ours')).toString('base64'),
    user: userInfo().username,
    folder,
    stop: async () => {
      server.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function startSilentServer(): Promise<{ port: number; stop: () => void }> {
  const port = await freePort();
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, stop: () => server.close() };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function answering(port: number): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    const isThere = await new Promise<boolean>((resolve) => {
      const connection = createConnection({ port, host: '127.0.0.1' });
      connection.on('connect', () => resolve(true));
      connection.on('error', () => resolve(false));
      connection.on('connect', () => connection.destroy());
    });
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the OpenSSH server did not start');
}
